import { runCommand } from "@nucleic/process";
import { expect, test } from "vitest";
import { shellQuote } from "./shell-quote.ts";

test.for(["", "plain", "a b", "it's", "''", '$HOME `ls` \\ "*"', "-n", "new\nline", "ä"])(
  "%j is one word of a shell, and itself",
  async (text) => {
    const env = { PATH: process.env.PATH ?? "" };
    const script = `printf '<%s>' ${shellQuote(text)}`;
    const { stdout } = await runCommand("/bin/sh", ["-c", script], { cwd: "/", env });
    expect(stdout.toString("utf8")).toBe(`<${text}>`);
  },
);

test.for(["a/b.ts", "1,2p", "."])("%s needs no quotes", (text) => {
  expect(shellQuote(text)).toBe(text);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { realCli } from "@nucleic/lab";
import { decodeUtf8, localProcessHost } from "@nucleic/process";
import { expect, test } from "vitest";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

const example = fileURLToPath(new URL("../../../examples/embed-claude/index.ts", import.meta.url));

test.each(VERSIONS)("the example asks on the terminal, and %s writes once it is allowed", async (version) => {
  const replies = [
    [{ call: "Write", input: { path: "a.txt", content: "x" } } as const],
    [{ say: "It is written." }],
  ];
  await using lab = await bench({ version, replies });
  const { path } = await realCli("claude", version);
  const child = localProcessHost().spawn({
    command: process.execPath,
    args: ["--conditions=@nucleic/source", example, "Write it"],
    cwd: lab.cwd,
    env: { ...lab.env, NUCLEIC_CLAUDE: path },
    runId: crypto.randomUUID(),
  });
  let said = "";
  for await (const frame of child.lines) {
    if (frame.kind !== "line") continue;
    const line = decodeUtf8(frame.bytes);
    said += `${line}\n`;
    // The prompt itself ends without a line end; what is asked about stands right before it.
    if (line.startsWith("+x") || line.startsWith("Write {")) await child.writeLine("y");
  }
  const exit = await child.exited;
  expect({ ...exit, said }).toMatchObject({ code: 0, stderrTail: "" });
  expect(said).toContain("It is written.");
  expect(await readFile(join(lab.cwd, "a.txt"), "utf8")).toBe("x");
});

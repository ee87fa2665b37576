import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findExecutable, runCommand } from "@nucleic/process";
import { expect, test } from "vitest";
import { manPage } from "../scripts/man-page.ts";
import { buildProgram } from "../src/program.ts";

const path = fileURLToPath(new URL("../man/nucleic.1", import.meta.url));

test("the manual page is that of the program: pnpm --filter @nucleic/cli run man", async () => {
  expect(await readFile(path, "utf8")).toBe(manPage(buildProgram("0.0.0", () => undefined)));
});

test.each([
  ["groff", ["-man", "-ww", "-Tutf8", "-z", path]],
  ["mandoc", ["-T", "lint", "-W", "error", path]],
] as const)("%s has nothing to say against it, where it is installed", async (name, args) => {
  const PATH = process.env.PATH ?? "";
  const program = await findExecutable(name, { PATH });
  if (program === undefined) return;
  const result = await runCommand(program, args, { cwd: "/", env: { PATH } });
  expect({ ok: result.ok, said: result.stderr + result.stdout.toString("utf8") }).toEqual({
    ok: true,
    said: "",
  });
});

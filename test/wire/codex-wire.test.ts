import { dirname } from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";

const root = dirname(dirname(import.meta.dirname));

test("the checked-in types of Codex's app-server are those of the real binary", async () => {
  const { stdout, exitCode } = await execa(
    process.execPath,
    [
      "--conditions=@nucleic/source",
      "--disable-warning=ExperimentalWarning",
      "scripts/codex-wire.mjs",
      "--check",
    ],
    { cwd: root, reject: false },
  );
  expect(stdout).toBe("");
  expect(exitCode).toBe(0);
});

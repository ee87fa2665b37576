import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diffOf } from "./diff-of.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nucleic-diff-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const lines = fc
  .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 6 })
  .map((all) => all.map((line) => `${line}\n`).join(""));

test("git makes the one text of the other with it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(lines, { nil: undefined }), lines, async (before, after) => {
      fc.pre((before ?? "") !== after);
      const file = join(dir, "a.txt");
      if (before === undefined) await rm(file, { force: true });
      else await writeFile(file, before);
      const options = {
        cwd: dir,
        env: { PATH: process.env.PATH ?? "" },
        input: diffOf("a.txt", before, after),
      };
      const { stderr } = await runCommand("git", ["apply", "--unidiff-zero", "--whitespace=nowarn"], options);
      expect({ stderr, text: await readFile(file, "utf8") }).toEqual({ stderr: "", text: after });
    }),
    { numRuns: 60 },
  );
});

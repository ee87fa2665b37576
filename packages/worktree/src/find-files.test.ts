import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, scene, write } from "../test/git-sandbox.ts";
import { findFiles } from "./find-files.ts";

test("finds tracked files and new ones, and neither ignored ones nor what is gone", async () => {
  const { repository, worktree } = await scene({
    "src/a.txt": "1\n",
    "src/gone.txt": "1\n",
    "with space.txt": "1\n",
    ".gitignore": "*.log\n",
  });
  const { path } = worktree;
  await write(path, { "new/ä.txt": "n\n", "noise.log": "n\n", "two\nlines.txt": "n\n" });
  await rm(join(path, "src/gone.txt"));
  const found = (query: string, limit = 50) => findFiles({ repository, path, query, limit });
  expect(await found("txt")).toEqual({
    paths: ["new/ä.txt", "src/a.txt", "with space.txt"],
    isCut: false,
  });
  expect((await found("")).paths).toEqual([".gitignore", ...(await found("txt")).paths].sort(byLength));
  expect((await found("", 1)).paths).toHaveLength(1);
});

test("a folder that is no checkout of the repository is not looked into", async () => {
  const { sandbox, repository } = await scene();
  const other = await sandbox.repository("other", { "secret.txt": "1\n" });
  expect(await codeOf(findFiles({ repository, path: other, query: "", limit: 9 }))).toBe("unknownWorktree");
});

const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

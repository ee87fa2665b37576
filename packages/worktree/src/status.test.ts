import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scene, write } from "../test/git-sandbox.ts";
import { readStatus } from "./status.ts";

test("every state of a file, with names that need care", async () => {
  const { sandbox, repository, worktree } = await scene({
    "staged file.txt": "1\n",
    "unstaged.txt": "1\n",
    "moved.txt": "some text\nthat stays\n",
    "gone.txt": "1\n",
  });
  const { path } = worktree;
  await write(path, {
    "staged file.txt": "2\n",
    "unstaged.txt": "2\n",
    "gone.txt": null,
    "two\nlines": "n\n",
  });
  await rename(join(path, "moved.txt"), join(path, "moved here.txt"));
  await sandbox.git(path, "add", "--all", "staged file.txt", "moved.txt", "moved here.txt");
  const status = await readStatus(repository, path);
  expect(status).toMatchObject({ branch: worktree.branch, commit: worktree.baseSha });
  expect(status.entries).toMatchObject([
    { kind: "tracked", path: "gone.txt", index: "unmodified", worktree: "deleted" },
    {
      kind: "tracked",
      path: "moved here.txt",
      oldPath: "moved.txt",
      index: "renamed",
      worktree: "unmodified",
    },
    { kind: "tracked", path: "staged file.txt", index: "modified", worktree: "unmodified" },
    { kind: "tracked", path: "unstaged.txt", index: "unmodified", worktree: "modified" },
    { kind: "untracked", path: "two\nlines" },
  ]);
});

test("conflicts and a detached HEAD", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.commit(worktree.path, { "a.txt": "session\n" });
  await sandbox.commit(top, { "a.txt": "target\n" });
  await sandbox.git(worktree.path, "switch", "-q", "--detach");
  await sandbox.tryGit(worktree.path, "merge", "main");
  const { branch, entries } = await readStatus(repository, worktree.path);
  expect(branch).toBeUndefined();
  expect(entries).toMatchObject([
    { kind: "unmerged", path: "a.txt", index: "unmerged", worktree: "unmerged" },
  ]);
});

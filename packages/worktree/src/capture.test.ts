import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, scene, write } from "../test/git-sandbox.ts";
import { captureTree } from "./capture.ts";
import { openCheckout } from "./repository.ts";

/** Changes a worktree, and gives what `git add --all` would make of it beside what is captured. */
async function captured(files: Files, change: (top: string) => Promise<unknown>) {
  const { sandbox, repository, worktree } = await scene(files);
  await change(worktree.path);
  const status = () => sandbox.git(worktree.path, "status", "--porcelain=v2", "--untracked-files=all");
  const before = await status();
  const { tree } = await captureTree(await openCheckout(repository, worktree.path));
  expect(await status()).toBe(before);
  await sandbox.git(worktree.path, "add", "--all");
  return { tree, expected: await sandbox.git(worktree.path, "write-tree") };
}

const files = { a: "1\n", "d/x": "x\n", "d/y": "y\n", link: "l\n" };

test.each<[string, (top: string) => Promise<unknown>]>([
  ["nothing", async () => undefined],
  ["changed, deleted and new files", (top) => write(top, { a: "2\n", "d/x": null, "new/deep/z": "z\n" })],
  [
    "a file in place of a directory",
    (top) => write(top, { d: null }).then(() => write(top, { d: "file\n" })),
  ],
  [
    "a directory in place of a file",
    (top) => write(top, { a: null }).then(() => write(top, { "a/b/c": "c\n" })),
  ],
  [
    "a link in place of a directory whose files are still reached through it",
    async (top) => {
      await rename(join(top, "d"), join(top, "moved"));
      await symlink("moved", join(top, "d"));
    },
  ],
  ["a link in place of a file", (top) => rm(join(top, "link")).then(() => symlink("a", join(top, "link")))],
  ["a broken link", (top) => symlink("nowhere", join(top, "broken"))],
  ["an empty directory", (top) => mkdir(join(top, "empty"))],
  ["another mode", (top) => writeFile(join(top, "run"), "", { mode: 0o755 })],
  ["a touched file", (top) => write(top, { a: "1\n" })],
])("%s", async (_, change) => {
  const { tree, expected } = await captured(files, change);
  expect(tree).toBe(expected);
});

test("files in conflict are captured as they stand", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.commit(worktree.path, { "a.txt": "session\n", "b.txt": null });
  await sandbox.commit(top, { "a.txt": "target\n", "b.txt": "changed\n" });
  await sandbox.tryGit(worktree.path, "merge", "main");
  await rm(join(worktree.path, "b.txt"));
  const { tree } = await captureTree(await openCheckout(repository, worktree.path));
  expect(await sandbox.git(top, "ls-tree", "--name-only", tree)).toBe("a.txt");
  expect(await sandbox.git(top, "show", `${tree}:a.txt`)).toContain("<<<<<<<");
});

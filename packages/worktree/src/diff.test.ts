import { appendFile, chmod, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, gitSandbox, scene, write } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { readDiff, readDiffstat } from "./diff.ts";
import { openRepository } from "./repository.ts";

const long = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join("");

test("an untouched worktree has no difference", async () => {
  const { repository, worktree } = await scene();
  expect(await readDiffstat({ repository, worktree })).toEqual({
    files: 0,
    added: 0,
    removed: 0,
    ahead: 0,
    behind: 0,
  });
  expect(await readDiff({ repository, worktree })).toMatchObject({ files: [], patch: "", truncated: false });
});

test("committed, staged, unstaged and untracked work counts together, ignored files do not", async () => {
  const { sandbox, repository, worktree } = await scene({ "a.txt": "1\n2\n3\n", ".gitignore": "*.log\n" });
  await sandbox.commit(worktree.path, { "committed.txt": "1\n2\n" });
  await write(worktree.path, { "staged.txt": "1\n" });
  await sandbox.git(worktree.path, "add", "staged.txt");
  await write(worktree.path, { "a.txt": "1\nX\n3\n", "dir/untracked.txt": "1\n2\n3\n4\n", "x.log": "1\n" });
  expect(await readDiffstat({ repository, worktree })).toEqual({
    files: 4,
    added: 8,
    removed: 1,
    ahead: 1,
    behind: 0,
  });
});

test("what the target did since does not count as the session's", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.commit(top, { "b.txt": null, "c.txt": "c\n" });
  await write(worktree.path, { "a.txt": "1\n2\n3\n4\n" });
  expect(await readDiffstat({ repository, worktree })).toEqual({
    files: 1,
    added: 1,
    removed: 0,
    ahead: 0,
    behind: 1,
  });
});

test("each kind of change is named", async () => {
  const { repository, worktree } = await scene({
    "deleted.txt": "1\n",
    "renamed.txt": long,
    "modified.txt": "1\n",
    "mode.sh": "echo\n",
    "type.txt": "1\n2\n",
    "image.bin": Buffer.from([0, 1, 2]),
  });
  const { path } = worktree;
  await write(path, { "deleted.txt": null, "modified.txt": "2\n", "image.bin": Buffer.from([0, 3]) });
  await rename(join(path, "renamed.txt"), join(path, "new name.txt"));
  await appendFile(join(path, "new name.txt"), "more\n");
  await chmod(join(path, "mode.sh"), 0o755);
  await rm(join(path, "type.txt"));
  await symlink("modified.txt", join(path, "type.txt"));
  await writeFile(join(path, "no-newline.txt"), "end");
  const { files } = await readDiff({ repository, worktree });
  const byPath = Object.fromEntries(files.map((file) => [file.path, file]));
  expect(byPath).toMatchObject({
    "deleted.txt": { change: "deleted", added: 0, removed: 1, newMode: "000000" },
    "new name.txt": { change: "renamed", oldPath: "renamed.txt", added: 1, removed: 0 },
    "modified.txt": { change: "modified", added: 1, removed: 1, binary: false },
    "mode.sh": { change: "modified", added: 0, oldMode: "100644", newMode: "100755" },
    "type.txt": { change: "typeChanged", newMode: "120000" },
    "image.bin": { change: "modified", binary: true, added: 0, removed: 0 },
    "no-newline.txt": { change: "added", added: 1, oldMode: "000000" },
  });
  expect(files).toHaveLength(7);
  for (const { path: name, patch = "" } of files) expect(patch.split("\n")[0]).toContain(name);
  expect(byPath["type.txt"]?.patch?.match(/^diff --git/gm)).toHaveLength(2);
  expect(byPath["no-newline.txt"]?.patch).toContain("\\ No newline at end of file");
});

test.each([
  "with space.txt",
  "ünï/cödé 修正.txt",
  "two\nlines.txt",
  "tab\tin.txt",
  '"quoted".txt',
  "-dash",
  ":(top)magic",
  "arrow -> x",
])("a file may be called %j, tracked or untracked", async (name) => {
  const { repository, worktree } = await scene({ "a.txt": "1\n", [name]: "1\n" });
  await write(worktree.path, { [name]: "2\n", [`new ${name}`]: "n\n" });
  const { files } = await readDiff({ repository, worktree });
  expect(files.map(({ path, change }) => [path, change]).sort()).toEqual(
    [
      [name, "modified"],
      [`new ${name}`, "added"],
    ].sort(),
  );
});

test("a name that is no UTF-8 is counted and shown leniently", async () => {
  const { repository, worktree } = await scene();
  await writeFile(Buffer.concat([Buffer.from(`${worktree.path}/x`), Buffer.from([0xff])]), "1\n");
  expect((await readDiff({ repository, worktree })).files).toMatchObject([{ path: "x\ufffd", added: 1 }]);
});

test("line ends: git's own notion of change, and the bytes as they are", async () => {
  const { sandbox, repository, worktree } = await scene({
    ".gitattributes": "auto.txt text=auto\n",
    "auto.txt": "1\n2\n",
    "crlf.txt": "1\r\n2\r\n",
  });
  // An editor that rewrites all line ends changes nothing that git would store.
  await write(worktree.path, { "auto.txt": "1\r\n2\r\n" });
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 0 });
  await write(worktree.path, { "crlf.txt": "1\r\n3\r\n" });
  await sandbox.git(sandbox.root, "config", "--global", "core.safecrlf", "true");
  const { files, patch } = await readDiff({ repository, worktree });
  expect(files).toMatchObject([{ path: "crlf.txt", added: 1, removed: 1 }]);
  expect(patch).toContain("-2\r\n+3\r\n");
});

test("settings for people change nothing here", async () => {
  const { sandbox, repository, worktree } = await scene({ "a.txt": "1\n2\n3\n", "b.txt": long });
  await write(worktree.path, { "a.txt": "1\n2\nX\n" });
  await rename(join(worktree.path, "b.txt"), join(worktree.path, "c.txt"));
  const expected = await readDiff({ repository, worktree });
  for (const [key, value] of Object.entries({
    "color.ui": "always",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.renames": "false",
    "diff.external": "false",
    "diff.context": "0",
    "diff.interHunkContext": "9",
    "diff.algorithm": "histogram",
    "diff.submodule": "log",
    "diff.relative": "true",
    "diff.suppressBlankEmpty": "true",
    "diff.ignoreSubmodules": "all",
    "core.quotePath": "true",
    "core.pager": "false",
    "status.showUntrackedFiles": "no",
    "status.relativePaths": "false",
  })) {
    await sandbox.git(sandbox.root, "config", "--global", key, value);
  }
  expect(await readDiff({ repository, worktree })).toEqual(expected);
});

test("files in conflict are shown as they stand", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.commit(worktree.path, { "a.txt": "session\n", "b.txt": null });
  await sandbox.commit(top, { "a.txt": "target\n", "b.txt": "changed\n" });
  expect((await sandbox.tryGit(worktree.path, "merge", "main")).ok).toBe(false);
  const { files } = await readDiff({ repository, worktree });
  expect(files.map(({ path, change }) => [path, change])).toEqual([
    ["a.txt", "modified"],
    ["b.txt", "modified"],
  ]);
  expect(files[0]?.patch).toContain("+<<<<<<< HEAD");
});

test("submodules are named by their commits, and a repository inside is named and not shown", async () => {
  const sandbox = await gitSandbox();
  const [top, library] = [await sandbox.repository(), await sandbox.repository("library")];
  await sandbox.git(top, "submodule", "--quiet", "add", library, "lib");
  await sandbox.commit(top, {}, "Add a library");
  const repository = await sandbox.open(top);
  const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  await sandbox.git(worktree.path, "submodule", "--quiet", "update", "--init");
  const commit = await sandbox.commit(join(worktree.path, "lib"), { x: "1\n" });
  await sandbox.git(worktree.path, "init", "-q", "nested");
  await write(worktree.path, { "nested/file": "1\n" });
  const { files, nestedRepositories } = await readDiff({ repository, worktree });
  expect(files).toMatchObject([{ path: "lib", submodule: true, added: 1, removed: 1 }]);
  expect(files[0]?.patch).toContain(`+Subproject commit ${commit}`);
  expect(nestedRepositories).toEqual(["nested"]);
});

test("a patch beyond the limit is cut off, and says so", async () => {
  const { repository, worktree } = await scene({ "a.txt": "1\n" });
  await write(worktree.path, { "a.txt": "2\n", "b.txt": long.repeat(100), "c.txt": "c\n" });
  const diff = await readDiff({ repository, worktree, maxPatchBytes: 2000 });
  expect(diff).toMatchObject({ truncated: true, files: [{ added: 1 }, { added: 4000 }, { added: 1 }] });
  expect(diff.patch.length).toBeLessThanOrEqual(2000);
  expect(diff.files.map(({ patch }) => patch !== undefined)).toEqual([true, true, false]);
});

test("a target in a shallow clone may have no common commit", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  await sandbox.git(top, "switch", "-q", "-c", "other");
  await sandbox.commit(top, { o: "o" });
  await sandbox.git(top, "switch", "-q", "main");
  await sandbox.commit(top, { m: "m" });
  await sandbox.git(
    sandbox.root,
    "clone",
    "-q",
    "--depth=1",
    "--no-single-branch",
    `file://${top}`,
    "shallow",
  );
  const repository = await sandbox.open(join(sandbox.root, "shallow"));
  const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  expect(await codeOf(readDiffstat({ repository, worktree, target: "origin/other" }))).toBe("noMergeBase");
  expect(await codeOf(readDiffstat({ repository, worktree, target: "nowhere" }))).toBe("unknownRevision");
});

test("reading neither writes into the repository nor needs the lock of the agent's git", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await write(worktree.path, { "a.txt": "X\n", "new.txt": "n\n" });
  const index = join(top, ".git", "worktrees", worktree.path.split("/").at(-1) ?? "", "index.lock");
  // As if the agent's git were at work.
  await writeFile(index, "");
  // The one object git needs to announce a file, of no content.
  await sandbox.git(top, "hash-object", "-w", "/dev/null");
  const objects = await readdir(join(top, ".git", "objects"), { recursive: true });
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 2 });
  await readDiff({ repository, worktree });
  expect(await readdir(join(top, ".git", "objects"), { recursive: true })).toEqual(objects);
});

test("a directory that is no worktree, or of another repository, is refused", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const other = await sandbox.repository("other");
  const at = (path: string) => codeOf(readDiffstat({ repository, worktree: { ...worktree, path } }));
  expect(await at(other)).toBe("unknownWorktree");
  expect(await at(join(top, "missing"))).toBe("unknownWorktree");
  expect(await at(sandbox.root)).toBe("unknownWorktree");
  // Without its .git file git would look further up, and could find someone else's repository.
  await sandbox.git(sandbox.root, "init", "-q");
  await rm(join(worktree.path, ".git"));
  expect(await at(worktree.path)).toBe("unknownWorktree");
});

test("a copy of a repository claims its worktrees, and does not get them", async () => {
  const { sandbox, top, worktree } = await scene();
  await sandbox.copy(top, `${top}-copy`);
  const copy = await openRepository(`${top}-copy`, { env: sandbox.env });
  expect(await codeOf(readDiffstat({ repository: copy, worktree }))).toBe("unknownWorktree");
});

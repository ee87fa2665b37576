import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, gitSandbox, read, scene, write } from "../test/git-sandbox.ts";
import { nextLine, startProgram } from "../test/program.ts";
import { createWorktree } from "./create.ts";
import { removeWorktree } from "./remove.ts";
import { listSalvage } from "./salvage-list.ts";
import { restoreSalvage } from "./salvage-restore.ts";
import { listWorktrees } from "./worktree-list.ts";

test("a session that did nothing leaves nothing", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  expect(await removeWorktree({ repository, worktree })).toEqual({
    head: expect.any(String),
    branchDeleted: true,
  });
  expect(await listWorktrees(repository.git)).toHaveLength(1);
  expect(await readdir(sandbox.baseDir)).toEqual([]);
  expect(await sandbox.git(top, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
});

test("so does one whose commits are on another branch", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.commit(worktree.path, { "a.txt": "X\n" });
  await sandbox.git(top, "merge", "-q", worktree.branch);
  await sandbox.git(worktree.path, "branch", "-q", "--set-upstream-to=main");
  expect(await removeWorktree({ repository, worktree })).toEqual({
    head: expect.any(String),
    branchDeleted: true,
  });
  expect(await listSalvage(repository)).toEqual([]);
  expect(await read(top, ".git/config")).not.toContain(worktree.branch);
});

test("everything comes back as it was: files, index, commits, branch", async () => {
  const { sandbox, repository, worktree } = await scene({
    "a.txt": "1\n",
    "b.txt": "b\n",
    "gone.txt": "g\n",
  });
  const { path } = worktree;
  await sandbox.commit(path, { "committed.txt": "c\n" });
  await write(path, { "a.txt": "staged\n", "staged.txt": "s\n" });
  await sandbox.git(path, "add", "--all");
  await write(path, { "a.txt": "unstaged\n", "new dir/two\nlines.txt": "u\n", "gone.txt": null });
  await symlink("a.txt", join(path, "link"));
  await writeFile(join(path, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
  const look = async (at: string) => ({
    status: await sandbox.git(at, "status", "--porcelain", "--untracked-files=all"),
    staged: await sandbox.git(at, "diff", "--cached"),
    unstaged: await sandbox.git(at, "diff"),
    head: await sandbox.git(at, "rev-parse", "HEAD"),
    files: (await readdir(at, { recursive: true })).sort(),
  });
  const before = await look(path);
  const { salvage, branchDeleted } = await removeWorktree({ repository, worktree });
  expect(branchDeleted).toBe(true);
  expect((await listSalvage(repository, "s1")).map(({ ref }) => ref)).toEqual([salvage?.ref]);
  const back = await restoreSalvage({ repository, ref: salvage?.ref ?? "", baseDir: sandbox.baseDir });
  expect(back).toEqual({
    ...worktree,
    nested: [],
    copied: undefined,
    notCopied: undefined,
    submodules: undefined,
    prewarmed: undefined,
  });
  expect(await look(back.path)).toEqual(before);
});

test("commits that only a reflog knows are kept", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const { path } = worktree;
  const lost = [await sandbox.commit(path, { "amended.txt": "1\n" })];
  await sandbox.git(path, "commit", "-q", "--amend", "-m", "Better");
  lost.push(await sandbox.git(path, "rev-parse", "HEAD"));
  await sandbox.git(path, "reset", "-q", "--hard", "HEAD~1");
  await sandbox.git(path, "switch", "-q", "--detach");
  lost.push(await sandbox.commit(path, { "detached.txt": "1\n" }));
  await sandbox.git(path, "switch", "-q", worktree.branch);
  await removeWorktree({ repository, worktree });
  await sandbox.git(top, "reflog", "expire", "--expire=now", "--all");
  await sandbox.git(top, "gc", "--quiet", "--prune=now");
  for (const commit of lost) expect(await sandbox.git(top, "cat-file", "-t", commit)).toBe("commit");
});

test("a merge under way keeps its other side, a detached HEAD its commit", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const { path } = worktree;
  await sandbox.git(path, "switch", "-q", "--detach");
  const other = await sandbox.commit(path, { "a.txt": "other\n" });
  await sandbox.git(path, "reset", "-q", "--hard", "HEAD~1");
  const here = await sandbox.commit(path, { "a.txt": "here\n" });
  await sandbox.tryGit(path, "merge", other);
  const { salvage } = await removeWorktree({ repository, worktree });
  expect(salvage?.record).toMatchObject({ head: here, commits: [other] });
  expect(await sandbox.git(top, "show", `${salvage?.ref}:a.txt`)).toContain("<<<<<<<");
});

test("changes hidden from git's eyes are seen", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.git(worktree.path, "update-index", "--assume-unchanged", "a.txt");
  await sandbox.git(worktree.path, "update-index", "--skip-worktree", "b.txt");
  await write(worktree.path, { "a.txt": "hidden a\n", "b.txt": "hidden b\n" });
  const { salvage } = await removeWorktree({ repository, worktree });
  expect(await sandbox.git(top, "show", `${salvage?.ref}:a.txt`)).toBe("hidden a");
  expect(await sandbox.git(top, "show", `${salvage?.ref}:b.txt`)).toBe("hidden b");
});

test("bytes that git would convert come back as they were", async () => {
  const { sandbox, repository, worktree } = await scene({
    ".gitattributes": "*.txt text=auto ident\n",
    "a.txt": "1\n",
  });
  const mixed = "1\r\n2\n3\r\n$Id: mine $\n";
  await write(worktree.path, { "a.txt": mixed, "new\r.txt": mixed, '"q".txt': mixed });
  const { salvage } = await removeWorktree({ repository, worktree });
  const back = await restoreSalvage({ repository, ref: salvage?.ref ?? "", baseDir: sandbox.baseDir });
  for (const name of ["a.txt", "new\r.txt", '"q".txt']) expect(await read(back.path, name)).toBe(mixed);
});

const ignoring = { "a.txt": "1\n", ".gitignore": ".env\nnotes/\nnode_modules/\ncache/\n" };

test("ignored files that nothing makes again need a decision", async () => {
  const { sandbox, top, repository, worktree } = await scene(ignoring);
  const { path } = worktree;
  await write(top, { ".env": "SAME=1\n" });
  await write(path, {
    ".env": "SAME=1\n",
    "node_modules/x/index.js": "x\n",
    "cache/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n",
    "cache/deep/x": "x\n",
    "notes/idea 1.txt": "idea\n",
    "a.txt": "2\n",
  });
  const refused = await removeWorktree({ repository, worktree }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "ignoredFiles", paths: ["notes/idea 1.txt"] });
  expect(await read(path, "notes/idea 1.txt")).toBe("idea\n");
  expect(await listSalvage(repository)).toEqual([]);
  expect(await sandbox.git(top, "worktree", "list", "--porcelain")).toContain("locked nucleic:s1");

  await write(path, { ".env": "SAME=2\n" });
  const { salvage } = await removeWorktree({ repository, worktree, ignored: "keep" });
  const back = await restoreSalvage({ repository, ref: salvage?.ref ?? "", baseDir: sandbox.baseDir });
  expect(await read(back.path, "notes/idea 1.txt")).toBe("idea\n");
  expect(await read(back.path, ".env")).toBe("SAME=2\n");
  expect(await readdir(back.path)).not.toContain("node_modules");
  expect(await sandbox.git(back.path, "status", "--porcelain")).toBe(" M a.txt");

  await removeWorktree({ repository, worktree: back, ignored: "discard" });
  const [latest] = await listSalvage(repository);
  expect(latest?.record.exact).toBeUndefined();
});

test("a process inside is named, and nothing is removed under it", async () => {
  const { sandbox, repository, worktree } = await scene();
  await mkdir(join(worktree.path, "deep"));
  const program = startProgram("stay-inside", [join(worktree.path, "deep")]);
  await nextLine(program);
  const refused = await removeWorktree({ repository, worktree }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "inUse", pids: [program.pid] });
  expect(await readdir(sandbox.baseDir)).toEqual([basename(worktree.path)]);
  await program.stop("SIGKILL");
  expect(await removeWorktree({ repository, worktree })).toEqual({
    head: expect.any(String),
    branchDeleted: true,
  });
});

test("of a worktree whose directory is gone the commits and the index are kept", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const commit = await sandbox.commit(worktree.path, { "committed.txt": "c\n" });
  await write(worktree.path, { "staged.txt": "s\n" });
  await sandbox.git(worktree.path, "add", "staged.txt");
  await rm(worktree.path, { recursive: true });
  const { salvage, branchDeleted } = await removeWorktree({ repository, worktree });
  expect(branchDeleted).toBe(true);
  expect(salvage?.record.head).toBe(commit);
  expect(await sandbox.git(top, "show", `${salvage?.ref}:staged.txt`)).toBe("s");
  expect(await listWorktrees(repository.git)).toHaveLength(1);
});

test("a submodule's own commits and changes are kept, and a repository begun inside", async () => {
  const sandbox = await gitSandbox();
  const [top, library] = [await sandbox.repository(), await sandbox.repository("library")];
  await sandbox.git(top, "submodule", "--quiet", "add", library, "lib");
  await sandbox.commit(top, {}, "Add a library");
  const repository = await sandbox.open(top);
  const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  const [lib, inner, clone] = ["lib", "inner", "clone"].map((name) => join(worktree.path, name)) as [
    string,
    string,
    string,
  ];
  await sandbox.git(worktree.path, "submodule", "--quiet", "update", "--init");
  const commit = await sandbox.commit(lib, { "work.txt": "w\n" });
  await write(lib, { "uncommitted.txt": "u\n" });
  await sandbox.git(worktree.path, "init", "-q", "inner");
  await write(inner, { "begun.txt": "b\n" });
  // A clone without work of its own is on its remote.
  await sandbox.git(worktree.path, "clone", "-q", library, clone);

  const { salvage } = await removeWorktree({ repository, worktree });
  const nested = salvage?.record.nested ?? [];
  expect(nested.map(({ path }) => path).sort()).toEqual(["inner", "lib"]);
  await rm(library, { recursive: true });
  await sandbox.git(top, "gc", "--quiet", "--prune=now");
  const show = (path: string, file: string) =>
    sandbox.git(top, "show", `${nested.find((entry) => entry.path === path)?.commit}:${file}`);
  expect(await show("lib", "uncommitted.txt")).toBe("u");
  expect(await show("inner", "begun.txt")).toBe("b");
  expect(await sandbox.git(top, "cat-file", "-t", commit)).toBe("commit");
});

test("only that session's own worktree is removed", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const of = (other: object) => codeOf(removeWorktree({ repository, worktree: { ...worktree, ...other } }));
  expect(await of({ id: "s2" })).toBe("unknownWorktree");
  expect(await of({ path: top })).toBe("unknownWorktree");
  expect(await of({ path: join(sandbox.root, "nowhere") })).toBe("unknownWorktree");
  await sandbox.git(top, "worktree", "add", "-q", join(sandbox.root, "theirs"), "-b", "theirs");
  expect(await of({ path: join(sandbox.root, "theirs") })).toBe("unknownWorktree");
  // Through a copy of the repository git would remove the original's worktree.
  await sandbox.copy(top, `${top}-copy`);
  expect(await codeOf(removeWorktree({ repository: await sandbox.open(`${top}-copy`), worktree }))).toBe(
    "unknownWorktree",
  );
  expect(await read(worktree.path, "a.txt")).toBe("1\n2\n3\n");
});

test("a branch that is used elsewhere stays", async () => {
  const { sandbox, repository, worktree } = await scene();
  await sandbox.commit(worktree.path, { "a.txt": "X\n" });
  await sandbox.git(worktree.path, "switch", "-q", "--detach");
  await sandbox.git(worktree.path, "worktree", "add", "-q", join(sandbox.root, "theirs"), worktree.branch);
  expect(await removeWorktree({ repository, worktree })).toMatchObject({ branchDeleted: false });
});

test("a worktree whose .git file is gone is left alone", async () => {
  const { repository, worktree } = await scene();
  await rename(join(worktree.path, ".git"), join(worktree.path, "git-away"));
  expect(await codeOf(removeWorktree({ repository, worktree }))).toBe("unknownWorktree");
  await rename(join(worktree.path, "git-away"), join(worktree.path, ".git"));
  expect(await removeWorktree({ repository, worktree })).toMatchObject({ branchDeleted: true });
});

test("nothing is written where there is no identity, nor does one have to be", async () => {
  const { sandbox, repository, worktree } = await scene();
  await sandbox.git(sandbox.root, "config", "--global", "--remove-section", "user");
  await write(worktree.path, { "a.txt": "X\n" });
  expect((await removeWorktree({ repository, worktree })).salvage).toBeDefined();
});

test("a ref that someone else wrote among the salvages is no salvage", async () => {
  const { sandbox, top, repository } = await scene();
  await sandbox.git(top, "update-ref", "refs/nucleic/archive/s1/1", "main");
  expect(await listSalvage(repository)).toEqual([]);
  const ref = "refs/nucleic/archive/s1/1";
  expect(await codeOf(restoreSalvage({ repository, ref, baseDir: sandbox.baseDir }))).toBe("unknownSalvage");
});

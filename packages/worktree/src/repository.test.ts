import { chmod, chown, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, gitSandbox } from "../test/git-sandbox.ts";
import { readRepositoryState } from "./head.ts";
import { openRepository, parseVersion } from "./repository.ts";

test("a repository is the same through a directory below, a link, a linked worktree", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("with space and ünïcode", { "dir/file": "x" });
  await sandbox.git(top, "worktree", "add", "-q", "../linked", "-b", "other");
  await symlink(top, join(sandbox.root, "link"));
  const commonDir = join(top, ".git");
  for (const [path, seen] of [
    [top, top],
    [join(top, "dir"), top],
    [join(sandbox.root, "link"), top],
    [join(sandbox.root, "link", "dir"), top],
    [join(sandbox.root, "linked"), join(sandbox.root, "linked")],
  ] as const) {
    expect(await sandbox.open(path)).toMatchObject({ path: seen, commonDir, bare: false });
  }
});

test("a path may hold a line end", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("two\nlines");
  expect(await sandbox.open(top)).toMatchObject({ path: top, commonDir: join(top, ".git") });
});

test("a bare one is itself", async () => {
  const sandbox = await gitSandbox();
  await sandbox.git(await sandbox.repository(), "clone", "-q", "--bare", ".", "../bare.git");
  const path = join(sandbox.root, "bare.git");
  expect(await sandbox.open(path)).toMatchObject({ path, commonDir: path, bare: true });
});

test("a git directory may be elsewhere: a .git file leads to it", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  await sandbox.git(top, "init", "-q", "--separate-git-dir", "../elsewhere");
  const commonDir = join(sandbox.root, "elsewhere");
  expect(await sandbox.open(top)).toMatchObject({ path: top, commonDir });
});

test("what can't be opened says why", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  const plain = join(sandbox.root, "plain");
  await mkdir(plain);
  expect(await codeOf(sandbox.open(plain))).toBe("notARepository");
  expect(await codeOf(sandbox.open(join(top, "README.md")))).toBe("notARepository");
  expect(await codeOf(sandbox.open(join(top, "missing")))).toBe("notARepository");
  expect(await codeOf(openRepository(top, { env: { PATH: "/nowhere" } }))).toBe("gitMissing");
});

test("an older git is refused by name", async () => {
  const sandbox = await gitSandbox();
  const program = join(sandbox.root, "bin", "git");
  await mkdir(join(sandbox.root, "bin"));
  await writeFile(program, "#!/bin/sh\necho git version 2.37.9\n");
  await chmod(program, 0o755);
  const opened = openRepository(await sandbox.repository(), { env: { PATH: join(sandbox.root, "bin") } });
  expect(await codeOf(opened)).toBe("gitTooOld");
});

test.runIf(process.getuid?.() === 0)(
  "another user's repository is named as such, and no setting is written",
  async () => {
    const sandbox = await gitSandbox();
    const top = await sandbox.repository();
    await chown(top, 4242, 4242);
    await chown(join(top, ".git"), 4242, 4242);
    expect(await codeOf(sandbox.open(top))).toBe("dubiousOwnership");
  },
);

test.each([
  ["git version 2.39.5", [2, 39, 5]],
  ["git version 2.39.5 (Apple Git-154)", [2, 39, 5]],
  ["git version 2.50.0.windows.1", [2, 50, 0]],
  ["hello", []],
])("%s", (text, version) => {
  expect(parseVersion(text)).toEqual(version);
});

test("the state tells the branch others build on", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  await sandbox.git(top, "switch", "-q", "-c", "topic");
  const state = () => sandbox.open(top).then((repository) => readRepositoryState(repository));
  expect(await state()).toMatchObject({
    head: { ref: "refs/heads/topic" },
    defaultBranch: "refs/heads/main",
  });
  await sandbox.git(top, "branch", "-q", "develop");
  await sandbox.git(top, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
  expect(await state()).toMatchObject({ defaultBranch: "refs/heads/develop", shallow: false, sparse: false });
});

test("the state tells a shallow, a sparse and an empty repository", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  await sandbox.commit(top, { b: "b" });
  await sandbox.git(sandbox.root, "clone", "-q", "--depth=1", `file://${top}`, "shallow");
  await sandbox.git(join(sandbox.root, "shallow"), "sparse-checkout", "set", "nothing");
  const shallow = await sandbox.open(join(sandbox.root, "shallow"));
  expect(await readRepositoryState(shallow)).toMatchObject({ shallow: true, sparse: true });
  await sandbox.git(sandbox.root, "init", "-q", "empty");
  const empty = await sandbox.open(join(sandbox.root, "empty"));
  expect(await readRepositoryState(empty)).toMatchObject({
    head: { ref: "refs/heads/main" },
    defaultBranch: "refs/heads/main",
  });
});

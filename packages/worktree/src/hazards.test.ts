import { chmod, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, gitSandbox, read, scene, write } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { fetchRemote } from "./fetch.ts";
import { integrateWorktree } from "./integrate.ts";
import { holdPending } from "./landed-work.ts";
import { removeWorktree } from "./remove.ts";
import { restoreSalvage } from "./salvage-restore.ts";
import { refs } from "./session-worktree.ts";
import { listWorktrees } from "./worktree-list.ts";

test("stashes, which all worktrees share, are neither made nor taken nor lost", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await write(top, { "b.txt": "the user's\n" });
  await sandbox.git(top, "stash", "--quiet");
  await write(worktree.path, { "b.txt": "the agent's\n" });
  await sandbox.git(worktree.path, "stash", "--quiet");
  const before = await sandbox.git(top, "stash", "list", "--format=%H %gs");
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  await write(top, { "b.txt": "dirty\n" });
  await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  await write(worktree.path, { "a.txt": "1\nY\n3\n" });
  const { salvage } = await removeWorktree({ repository, worktree });
  await restoreSalvage({ repository, ref: salvage?.ref ?? "", baseDir: sandbox.baseDir });
  expect(await sandbox.git(top, "stash", "list", "--format=%H %gs")).toBe(before);
  expect(await read(top, "b.txt")).toBe("dirty\n");
});

test("a worktree whose directory is away outlives prune and gc of others", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const commit = await sandbox.commit(worktree.path, { "c.txt": "c\n" });
  const away = join(sandbox.root, "away");
  await rename(worktree.path, away);
  await sandbox.git(top, "worktree", "prune", "--expire=now");
  await sandbox.git(top, "-c", "gc.worktreePruneExpire=now", "gc", "--quiet", "--prune=now");
  await rename(away, worktree.path);
  expect(await sandbox.git(worktree.path, "rev-parse", "HEAD")).toBe(commit);
  expect(await listWorktrees(repository.git)).toHaveLength(2);
});

test("a lock that a killed git left is waited for by nobody and removed by nobody", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const [admin = ""] = await readdir(join(top, ".git/worktrees"));
  const left = [join(top, ".git/worktrees", admin, "index.lock"), join(top, ".git/refs/heads/main.lock")];
  await sandbox.git(top, "switch", "-q", "--detach");
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  for (const file of left) await writeFile(file, "");
  expect(await codeOf(integrateWorktree({ repository, worktree, message: "x" }))).toBe("gitFailed");
  for (const file of left) expect(await read("/", file)).toBe("");
  expect(await read(worktree.path, "a.txt")).toBe("1\nX\n3\n");
});

test("many fetches at once are one fetch, of which all hear", async () => {
  const sandbox = await gitSandbox();
  const origin = await sandbox.repository("origin");
  await sandbox.git(sandbox.root, "clone", "-q", origin, "project");
  const repository = await sandbox.open(join(sandbox.root, "project"));
  const commit = await sandbox.commit(origin, { "new.txt": "n\n" });
  const count = join(sandbox.root, "count");
  const wrapper = join(sandbox.root, "upload-pack");
  await writeFile(wrapper, `#!/bin/sh\necho x >> "${count}"\nexec git-upload-pack "$@"\n`);
  await chmod(wrapper, 0o755);
  await sandbox.git(repository.path, "config", "remote.origin.uploadpack", wrapper);
  expect(await codeOf(fetchRemote({ repository }))).toBe("untrustedConfig");
  const trusting = { ...repository, options: { ...repository.options, allowProgram: () => true } };
  await Promise.all(Array.from({ length: 6 }, () => fetchRemote({ repository: trusting })));
  expect(await sandbox.git(repository.path, "rev-parse", "origin/main")).toBe(commit);
  expect((await read("/", count)).split("\n").filter(Boolean)).toHaveLength(1);
});

test("a branch that is checked out is not moved by a fetch", async () => {
  const { sandbox, top, repository } = await scene();
  const origin = join(sandbox.root, "origin");
  await sandbox.git(sandbox.root, "clone", "-q", top, origin);
  await sandbox.commit(origin, { "new.txt": "n\n" });
  await sandbox.git(top, "remote", "add", "origin", origin);
  await sandbox.git(top, "config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*");
  const before = await sandbox.git(top, "for-each-ref", "refs/heads");
  expect(await codeOf(fetchRemote({ repository }))).toBe("gitFailed");
  expect(await sandbox.git(top, "for-each-ref", "refs/heads")).toBe(before);
});

test("an extension that this git does not know is named, with the way out", async () => {
  const { sandbox, top } = await scene();
  await sandbox.git(top, "config", "core.repositoryFormatVersion", "1");
  await sandbox.git(top, "config", "extensions.futureThing", "true");
  const error = await sandbox.open(top).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "unknownExtension", paths: [top] });
  expect(error).toHaveProperty("message", expect.stringContaining("futurething"));
  expect(error).toHaveProperty("hint", expect.stringContaining("newer"));
});

test("links between worktrees stay absolute, which every git reads", async () => {
  const { sandbox, top, repository } = await scene();
  await sandbox.git(sandbox.root, "config", "--global", "worktree.useRelativePaths", "true");
  const made = await createWorktree({ repository, id: "s2", title: "x", baseDir: sandbox.baseDir });
  expect(await read(made.path, ".git")).toMatch(/^gitdir: \//);
  expect((await sandbox.tryGit(top, "config", "extensions.relativeWorktrees")).ok).toBe(false);
});

test("a squash commit outlives gc at every moment before the target has it", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const gc = () => sandbox.git(top, "gc", "--quiet", "--prune=now");
  const run = async (directory: string) => {
    // Made in another second, the work and the squash commit of the very same tree are two.
    const [made, held] = await Promise.all([
      sandbox.git(directory, "rev-parse", "HEAD"),
      sandbox.git(top, "rev-parse", `${refs.verifying(worktree.id)}^1`),
    ]);
    await gc();
    expect(await sandbox.git(top, "cat-file", "-t", made)).toBe("commit");
    expect(await sandbox.git(top, "cat-file", "-t", held)).toBe("commit");
    return { ok: true } as const;
  };
  const verify = { baseDir: sandbox.baseDir, run };
  const parked = await integrateWorktree({ repository, worktree, message: "x", verify });
  expect(parked).toMatchObject({ outcome: "parked" });
  expect((await sandbox.tryGit(top, "rev-parse", "--verify", refs.verifying(worktree.id))).ok).toBe(false);
  const { commit = "" } = parked.outcome === "parked" ? parked : {};
  await gc();
  expect(await sandbox.git(top, "cat-file", "-t", commit)).toBe("commit");
  await sandbox.git(top, "update-ref", "-d", refs.ready("main"));
  await holdPending(repository.git, worktree.id, { work: worktree.baseSha, squash: commit });
  await gc();
  expect(await sandbox.git(top, "cat-file", "-t", commit)).toBe("commit");
});

test("a required filter whose program is missing is named, with the way out", async () => {
  const { sandbox, top, repository } = await scene();
  await sandbox.commit(top, { ".gitattributes": "*.txt filter=big\n" });
  for (const [key, value] of [
    ["filter.big.process", "no-such-program filter-process"],
    ["filter.big.required", "true"],
  ] as const) {
    await sandbox.git(sandbox.root, "config", "--global", key, value);
  }
  const making = createWorktree({ repository, id: "s2", title: "x", baseDir: sandbox.baseDir });
  const error = await making.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "filterMissing" });
  expect(error).toHaveProperty("message", expect.stringContaining("no-such-program"));
  expect(await readdir(sandbox.baseDir)).toHaveLength(1);
});

test("a worktree elsewhere with the same name is not meant: removal goes by the whole path", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const [name = ""] = worktree.path.split("/").slice(-1);
  const twin = join(sandbox.root, name);
  await sandbox.git(top, "worktree", "add", "-q", twin, "-b", "twin");
  await removeWorktree({ repository, worktree });
  expect((await listWorktrees(repository.git)).map(({ path }) => path)).toEqual([top, twin]);
  await rm(twin, { recursive: true });
});

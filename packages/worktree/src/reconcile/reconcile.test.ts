import { readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, read, scene, write } from "../../test/git-sandbox.ts";
import { nextLine, startProgram } from "../../test/program.ts";
import { createWorktree } from "../create.ts";
import { holdPending } from "../landed-work.ts";
import { removeWorktree } from "../remove.ts";
import type { SessionWorktree } from "../session-worktree.ts";
import { readStatus } from "../status.ts";
import type { Finding } from "./finding.ts";
import { reconcileWorktrees } from "./reconcile.ts";
import { repairFinding } from "./repair.ts";

async function drifted() {
  const made = await scene();
  const { sandbox, top, worktree } = made;
  const open = { env: sandbox.env };
  const reconcile = (records: readonly SessionWorktree[] = [worktree], path = top) =>
    reconcileWorktrees({ path, open, records, baseDir: sandbox.baseDir });
  const repair = (finding: Finding | undefined, path = top) =>
    finding === undefined ? Promise.resolve(false) : repairFinding({ path, open }, finding);
  return { ...made, reconcile, repair };
}

test("where all is as recorded nothing is found, and nothing is changed", async () => {
  const { sandbox, top, worktree, reconcile } = await drifted();
  await write(worktree.path, { "a.txt": "X\n", "new.txt": "n\n" });
  const everything = async () => [
    await sandbox.git(top, "for-each-ref"),
    await sandbox.git(top, "worktree", "list", "--porcelain"),
    await sandbox.git(worktree.path, "ls-files", "--debug"),
    await read(top, ".git/config"),
  ];
  const before = await everything();
  expect(await reconcile()).toEqual({ scanned: true, findings: [], undone: [], swept: [], resumed: [] });
  expect(await everything()).toEqual(before);
});

test("a directory that is gone is told apart from one that git forgot", async () => {
  const { sandbox, top, repository, worktree, reconcile } = await drifted();
  await sandbox.commit(worktree.path, { "c.txt": "c\n" });
  const other = await createWorktree({ repository, id: "s2", title: "x", baseDir: sandbox.baseDir });
  await rm(worktree.path, { recursive: true });
  await rm(other.path, { recursive: true });
  await sandbox.git(top, "worktree", "unlock", other.path);
  await sandbox.git(top, "worktree", "prune", "--expire=now");
  const { findings } = await reconcile([worktree, other]);
  expect(findings).toEqual([
    { kind: "directoryMissing", id: "s1", path: worktree.path, repair: "remove" },
    { kind: "gone", id: "s2", path: other.path },
  ]);
  expect((await removeWorktree({ repository, worktree })).salvage).toBeDefined();
});

test("core.bare and core.worktree that drifted are found, and put right when asked", async () => {
  const { sandbox, top, reconcile, repair } = await drifted();
  await sandbox.git(top, "config", "core.bare", "true");
  const bare = await reconcile();
  expect(bare).toMatchObject({ scanned: true, findings: [{ kind: "coreBare", repair: "config" }] });
  expect(await repair(bare.findings[0])).toBe(true);
  await sandbox.git(top, "config", "core.worktree", "/nowhere/at/all");
  const away = await reconcile();
  expect(away).toMatchObject({ findings: [{ kind: "coreWorktree", value: "/nowhere/at/all" }] });
  expect(away.scanned).toBe(false);
  expect(await repair(away.findings[0])).toBe(true);
  expect(await reconcile()).toMatchObject({ scanned: true, findings: [] });
  expect(await sandbox.git(top, "status", "--porcelain")).toBe("");
});

test("a repository that was moved is linked with its worktrees again, when asked", async () => {
  const { sandbox, top, worktree, reconcile, repair } = await drifted();
  await write(worktree.path, { "new.txt": "n\n" });
  const moved = join(sandbox.root, "moved");
  await rename(top, moved);
  const { findings } = await reconcile([worktree], moved);
  expect(findings).toMatchObject([{ kind: "repositoryMoved", from: worktree.commonDir, repair: "relink" }]);
  expect(await codeOf(readStatus(await sandbox.open(moved), worktree.path))).toBe("unknownWorktree");
  expect(await repair(findings[0], moved)).toBe(true);
  const repository = await sandbox.open(moved);
  const record = { ...worktree, commonDir: repository.commonDir };
  expect(await reconcile([record], moved)).toMatchObject({ scanned: true, findings: [] });
  expect((await readStatus(repository, worktree.path)).entries).toMatchObject([{ path: "new.txt" }]);
});

test("a copy of a repository finds that the worktrees are not its own, and repairs nothing", async () => {
  const { sandbox, top, worktree, reconcile, repair } = await drifted();
  const copy = join(sandbox.root, "copy");
  await sandbox.copy(top, copy);
  const { findings } = await reconcile([worktree], copy);
  expect(findings[0]).toEqual({
    ...{ kind: "foreignRepository", id: "s1", path: worktree.path, commonDir: worktree.commonDir },
  });
  expect(await repair(findings[0], copy)).toBe(false);
});

test("a worktree that was moved, or lost its .git file, is linked again when asked", async () => {
  const { sandbox, worktree, reconcile, repair } = await drifted();
  const path = join(sandbox.baseDir, "moved");
  await rename(worktree.path, path);
  const { findings } = await reconcile([{ ...worktree, path }]);
  expect(findings).toMatchObject([{ kind: "unlinked", repair: "relink" }, { kind: "unrecorded" }]);
  expect(await repair(findings[0])).toBe(true);
  expect(await reconcile([{ ...worktree, path }])).toMatchObject({ findings: [] });
});

test("locks: one that is missing is offered, one of others is respected, one without a record is named", async () => {
  const { sandbox, top, repository, worktree, reconcile, repair } = await drifted();
  const other = await createWorktree({ repository, id: "s2", title: "x", baseDir: sandbox.baseDir });
  await sandbox.git(top, "worktree", "unlock", worktree.path);
  const unlocked = await reconcile();
  expect(unlocked.findings).toMatchObject([
    { kind: "notLocked", id: "s1" },
    { kind: "unrecorded", path: other.path, reason: "nucleic:s2" },
  ]);
  expect(await repair(unlocked.findings[0])).toBe(true);
  expect(await reconcile([worktree, other])).toMatchObject({ findings: [] });
  await sandbox.git(top, "worktree", "unlock", worktree.path);
  await sandbox.git(top, "worktree", "lock", "--reason", "on a stick", worktree.path);
  const foreign = await reconcile([worktree, other]);
  expect(foreign.findings).toMatchObject([{ kind: "foreignLock", reason: "on a stick" }]);
  expect(await repair(foreign.findings[0])).toBe(false);
});

test("a rebase under way and a branch that was left are named and left alone", async () => {
  const { sandbox, top, worktree, reconcile } = await drifted();
  await sandbox.commit(worktree.path, { "a.txt": "s\n" });
  await sandbox.commit(top, { "a.txt": "t\n" });
  await sandbox.tryGit(worktree.path, "rebase", "main");
  expect((await reconcile()).findings).toMatchObject([{ kind: "unsettled", code: "operationInProgress" }]);
  await sandbox.git(worktree.path, "rebase", "--abort");
  await sandbox.git(worktree.path, "switch", "-q", "-c", "elsewhere");
  expect((await reconcile()).findings).toMatchObject([{ kind: "unsettled", code: "branchLeft" }]);
});

test("a lock file that a killed git left is found, unless someone may still hold it", async () => {
  const { top, worktree, reconcile, repair } = await drifted();
  const [admin = ""] = await readdir(join(top, ".git/worktrees"));
  const index = join(top, ".git/worktrees", admin, "index.lock");
  const ref = join(top, ".git/refs/heads/main.lock");
  for (const file of [index, ref]) await writeFile(file, "");
  expect((await reconcile()).findings).toEqual([]);
  for (const file of [index, ref]) await utimes(file, 1, 1);
  const program = startProgram("stay-inside", [worktree.path]);
  await nextLine(program);
  expect((await reconcile()).findings).toEqual([]);
  await program.stop("SIGKILL");
  const { findings } = await reconcile();
  expect(findings.map((each) => each.kind === "staleLock" && basename(each.file)).sort()).toEqual([
    "index.lock",
    "main.lock",
  ]);
  for (const finding of findings) expect(await repair(finding)).toBe(true);
  expect(await reconcile()).toMatchObject({ findings: [] });
});

test("a scan that fails says so, and nothing about the worktrees", async () => {
  const { sandbox, top, worktree, reconcile } = await drifted();
  await write(top, { ".git/HEAD": "nonsense\n" });
  const failed = await reconcile();
  expect(failed).toMatchObject({ scanned: false, error: { code: "notARepository" }, findings: [] });
  expect(await reconcile([worktree], join(sandbox.root, "unmounted"))).toMatchObject({ scanned: false });
});

test("a commit that waits for the target is told, with whether it has arrived", async () => {
  const { sandbox, top, repository, worktree, reconcile } = await drifted();
  const squash = await sandbox.git(top, "commit-tree", "main^{tree}", "-p", "main", "-m", "Squash");
  await holdPending(repository.git, "s1", { work: worktree.baseSha, squash });
  expect((await reconcile()).findings).toMatchObject([{ kind: "pending", landed: false }]);
  await sandbox.git(top, "merge", "-q", "--ff-only", squash);
  expect((await reconcile()).findings).toMatchObject([{ kind: "pending", landed: true }]);
});

test("the checkout of a verification whose host was killed is removed, and nothing else", async () => {
  const { sandbox, top, worktree, reconcile } = await drifted();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const program = startProgram(
    "verify-for-ever",
    [top, JSON.stringify(worktree), sandbox.baseDir],
    sandbox.env,
  );
  await nextLine(program);
  expect(await readdir(sandbox.baseDir)).toHaveLength(3);
  expect(await reconcile()).toMatchObject({ findings: [], undone: [] });
  await program.stop("SIGKILL");
  const { findings, undone } = await reconcile();
  expect([findings, undone[0]]).toEqual([[], expect.stringContaining("verify-")]);
  expect(await readdir(sandbox.baseDir)).toEqual([basename(worktree.path)]);
});

import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { systemClock } from "@nucleic/protocol/core";
import { expect, test } from "vitest";
import { type GitSandbox, gitSandbox, read, write } from "../../test/git-sandbox.ts";
import { createWorktree } from "../create.ts";
import { reconcileWorktrees } from "../reconcile/reconcile.ts";
import { removeWorktree } from "../remove.ts";
import { listSalvage } from "../salvage-list.ts";
import { lockReason } from "../session-worktree.ts";
import { listWorktrees } from "../worktree-list.ts";
import { openSound } from "./inspect-spare.ts";
import { prewarmWorktrees } from "./prewarm.ts";
import { checkoutSettings } from "./seal.ts";
import { isSparePath, listSpares } from "./spare.ts";

const files = { "a.txt": "a\n", "sub/b.txt": "b\n", ".gitignore": "*.log\n" };

/** Nothing here hangs on the wait that lets an index be a second younger than the files. */
const clock = { ...systemClock, sleep: () => Promise.resolve() };

async function warmed(count = 1, content = files) {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", content);
  const repository = await sandbox.open(top);
  const { baseDir } = sandbox;
  const warm = (more: Partial<Parameters<typeof prewarmWorktrees>[0]> = {}) =>
    prewarmWorktrees({ repository, baseDir, count, minFreeBytes: 0, clock, ...more });
  const create = (id = "s1", base?: string) =>
    createWorktree({ repository, id, title: "Work", baseDir, ...(base !== undefined && { base }) });
  const first = await warm();
  const spares = () => listSpares(baseDir, repository.commonDir);
  const [spare] = await spares();
  return { sandbox, top, repository, baseDir, warm, create, first, spares, spare: spare?.path ?? "" };
}

/** A worktree as its agent finds it. */
async function looks(sandbox: GitSandbox, path: string) {
  const git = (...args: string[]) => sandbox.git(path, ...args);
  return {
    files: (await readdir(path, { recursive: true })).sort(),
    status: await git("status", "--porcelain", "--ignored"),
    flags: await git("ls-files", "-v", "--stage"),
    head: await git("rev-parse", "HEAD"),
    log: [...new Set((await git("log", "-g", "--format=%H")).split("\n"))],
    admin: (await readdir(await git("rev-parse", "--absolute-git-dir"), { recursive: true })).sort(),
    upstream: (await sandbox.tryGit(path, "rev-parse", "@{u}")).ok,
  };
}

test("a worktree that was ready is the same as one made at that moment", async () => {
  const { sandbox, repository, first, create } = await warmed();
  expect(first).toEqual({ ready: 1, removed: [], left: [] });
  const [ready, fresh] = [await create("s1"), await create("s2")];
  expect([ready.prewarmed, fresh.prewarmed]).toEqual([true, false]);
  expect(ready).toMatchObject({ base: "main", baseSha: fresh.baseSha });
  expect(await looks(sandbox, ready.path)).toEqual(await looks(sandbox, fresh.path));
  const entries = await listWorktrees(repository.git);
  expect(entries.find(({ path }) => path === ready.path)).toMatchObject({
    branch: `refs/heads/${ready.branch}`,
    lockReason: lockReason("s1"),
  });
  expect((await readdir(sandbox.baseDir)).sort()).toEqual(
    [ready, fresh].map(({ path }) => basename(path)).sort(),
  );
  await write(ready.path, { "new.txt": "mine\n" });
  const { salvage } = await removeWorktree({ repository, worktree: ready });
  expect(salvage?.record.head).toBe(ready.baseSha);
});

test("a session may start elsewhere than the spare stands, and from a branch with a submodule", async () => {
  const { sandbox, top, create } = await warmed();
  const library = await sandbox.repository("library");
  await sandbox.git(top, "switch", "-q", "-c", "other");
  await sandbox.git(top, "submodule", "--quiet", "add", library, "lib");
  await sandbox.commit(top, { "a.txt": "other\n", "sub/b.txt": null });
  await sandbox.git(top, "switch", "-q", "main");
  const made = await create("s1", "other");
  expect(made).toMatchObject({ prewarmed: true, base: "other", submodules: ["lib"] });
  expect(await read(made.path, "a.txt")).toBe("other\n");
  expect(await looks(sandbox, made.path)).toEqual(await looks(sandbox, (await create("s2", "other")).path));
});

const changes: readonly (readonly [string, (spare: string, sandbox: GitSandbox) => Promise<unknown>])[] = [
  ["a tracked file changed", (at) => write(at, { "a.txt": "x\n" })],
  ["one changed to as many bytes", (at) => write(at, { "a.txt": "b\n" })],
  ["one changed in its mode", (at) => chmod(join(at, "a.txt"), 0o755)],
  ["one gone", (at) => rm(join(at, "sub/b.txt"))],
  ["one staged", (at, s) => s.git(at, "rm", "-q", "--cached", "a.txt")],
  ["an untracked file", (at) => write(at, { "new.txt": "x\n" })],
  ["an ignored file", (at) => write(at, { "x.log": "x\n" })],
  ["an empty directory", (at) => mkdir(join(at, "empty"))],
  ["a repository inside", (at, s) => s.git(at, "init", "-q", "inner")],
  ["another commit", (at, s) => s.git(at, "commit", "-q", "--allow-empty", "-m", "x")],
  ["a branch", (at, s) => s.git(at, "switch", "-q", "-c", "mine")],
  ["a bisect under way", (at, s) => s.git(at, "bisect", "start")],
  ["a file marked assume-unchanged", (at, s) => s.git(at, "update-index", "--assume-unchanged", "a.txt")],
  ["one marked skip-worktree", (at, s) => s.git(at, "update-index", "--skip-worktree", "a.txt")],
  ["no .git file", (at) => rm(join(at, ".git"))],
  ["its directory gone", (at) => rm(at, { recursive: true })],
];

test("one that was changed in any way is handed to nobody", async () => {
  const handedOut: string[] = [];
  for (const half of [changes.slice(0, 8), changes.slice(8)]) {
    const { sandbox, repository, spares, create } = await warmed(half.length);
    const settings = (await checkoutSettings(repository)) ?? "";
    const all = await spares();
    for (const [at, [what, change]] of half.entries()) {
      const spare = all[at];
      if (!spare) throw new Error("one for each change was asked for");
      expect(await openSound(repository, spare, settings)).toBeDefined();
      await change(spare.path, sandbox);
      if (await openSound(repository, spare, settings)) handedOut.push(what);
    }
    const made = await create();
    expect(made.prewarmed).toBe(false);
    expect(await sandbox.git(made.path, "status", "--porcelain", "--ignored")).toBe("");
  }
  expect(handedOut).toEqual([]);
});

test.each<[string, (top: string, sandbox: GitSandbox) => Promise<unknown>]>([
  ["line ends", (top, s) => s.git(top, "config", "core.autocrlf", "true")],
  ["attributes", (top) => writeFile(join(top, ".git/info/attributes"), "* text eol=crlf\n")],
  ["a sparse list", (top, s) => s.git(top, "sparse-checkout", "set", "sub")],
])("nor one that would come out otherwise now: %s", async (_, change) => {
  const { sandbox, top, spare, create, warm } = await warmed();
  await change(top, sandbox);
  const made = await create();
  expect(made.prewarmed).toBe(false);
  expect(await warm()).toMatchObject({ removed: [spare] });
});

test("what somebody put into a spare is saved before it is removed, and another is made", async () => {
  const { sandbox, repository, spare, warm, spares } = await warmed();
  await write(spare, { "new.txt": "somebody's\n", "x.log": "ignored\n" });
  expect(await warm()).toEqual({ ready: 1, removed: [spare], left: [] });
  expect((await spares()).map(({ path }) => path)).not.toContain(spare);
  const [saved] = await listSalvage(repository, basename(spare));
  expect(await sandbox.git(repository.path, "show", `${saved?.ref}:new.txt`)).toBe("somebody's");
  const exact = saved?.record.exact ?? "";
  expect(await sandbox.git(repository.path, "show", `${exact}:x.log`)).toBe("ignored");
});

test("reconciling removes a changed spare, tells of one it can't remove, and says nothing of sound ones", async () => {
  const { sandbox, top, baseDir, spares } = await warmed(3);
  const [sound, changed, unlinked] = (await spares()).map(({ path }) => path);
  if (!sound || !changed || !unlinked) throw new Error("three were asked for");
  await appendFile(join(changed, "a.txt"), "x");
  await rm(join(unlinked, ".git"));
  const found = await reconcileWorktrees({ path: top, open: { env: sandbox.env }, records: [], baseDir });
  expect(found).toMatchObject({ scanned: true, undone: [], swept: [changed] });
  expect(found.findings).toEqual([{ kind: "damagedSpare", path: unlinked }]);
  expect(await read(unlinked, "a.txt")).toBe("a\n");
});

test("spares follow the start, are no more than asked for, and go when none is wanted", async () => {
  const { sandbox, top, repository, warm, spares, create } = await warmed(2);
  const commit = await sandbox.commit(top, { "a.txt": "2\n", "c.txt": "c\n" });
  const before = (await spares()).map(({ path }) => path);
  expect(await warm()).toMatchObject({ ready: 2 });
  expect((await spares()).map((spare) => [spare.path, spare.commit])).toEqual(
    before.map((path) => [path, commit]),
  );
  const made = await create();
  expect(made).toMatchObject({ prewarmed: true, baseSha: commit });
  expect(await read(made.path, "c.txt")).toBe("c\n");
  expect(await warm({ count: 1 })).toMatchObject({ ready: 1 });
  expect(await warm({ count: 0 })).toMatchObject({ ready: 0 });
  const entries = await listWorktrees(repository.git);
  expect(entries.filter(({ path }) => isSparePath(sandbox.baseDir, path))).toEqual([]);
  expect(await readdir(sandbox.baseDir)).toEqual([basename(made.path)]);
});

test("none is made beyond the disk that may be used, nor where git could not move or copy it", async () => {
  const { sandbox, top, warm } = await warmed(0);
  expect(await warm({ count: 1, maxBytes: 5 })).toMatchObject({ ready: 0, limit: "maxBytes" });
  expect(await warm({ count: 1, minFreeBytes: 2 ** 60 })).toMatchObject({ ready: 0, limit: "minFreeBytes" });
  expect(await warm({ count: 1, base: "nowhere" })).toMatchObject({ ready: 0, limit: "noCommit" });
  await sandbox.git(top, "submodule", "--quiet", "add", await sandbox.repository("library"), "lib");
  await sandbox.commit(top, {});
  expect(await warm({ count: 1 })).toMatchObject({ ready: 0, limit: "submodules" });
  expect(await warm({ count: 1, base: "HEAD~1" })).toMatchObject({ ready: 0, limit: "submodules" });
  await sandbox.git(top, "sparse-checkout", "set", "sub");
  expect(await warm({ count: 1 })).toMatchObject({ ready: 0, limit: "settings" });
  expect(await readdir(sandbox.baseDir)).toEqual([]);
});

test("several at once make as many as asked for, and each session gets one of its own", async () => {
  const { warm, spares, create } = await warmed(0);
  await Promise.all([warm({ count: 3 }), warm({ count: 3 }), warm({ count: 3 })]);
  expect(await spares()).toHaveLength(3);
  const made = await Promise.all(["s1", "s2", "s3", "s4"].map((id) => create(id)));
  expect(made.filter(({ prewarmed }) => prewarmed)).toHaveLength(3);
  expect(new Set(made.map(({ path }) => path)).size).toBe(4);
  expect(await spares()).toEqual([]);
  for (const { path } of made) expect((await stat(path)).isDirectory()).toBe(true);
  expect(await readFile(join(made[0]?.path ?? "", "a.txt"), "utf8")).toBe("a\n");
});

import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { read, scene, write } from "../../test/git-sandbox.ts";
import { createWorktree } from "../create.ts";
import { integrateWorktree } from "../integrate.ts";
import { holdPending } from "../landed-work.ts";
import { refs, type SessionWorktree } from "../session-worktree.ts";
import { openFileQueueStore } from "./file-store.ts";
import { MergeQueue } from "./merge-queue.ts";
import { type WorktreeMergesOptions, worktreeMerges } from "./worktree-merges.ts";

async function line(extra: Partial<WorktreeMergesOptions> = {}) {
  const made = await scene();
  const { sandbox, top, repository } = made;
  await sandbox.git(top, "switch", "-q", "--detach");
  const directory = await mkdtemp(join(sandbox.root, "queue-"));
  const merger = worktreeMerges({ open: () => sandbox.open(top), ...extra });
  const open = async () => {
    const store = await openFileQueueStore({ directory });
    const queue = await MergeQueue.open({ store, merger });
    const close = async () => {
      await queue.close();
      await store.close();
    };
    onTestFinished(close);
    return { queue, store, close };
  };
  const requestOf = (worktree: SessionWorktree) => ({
    ...{ key: worktree.id, commonDir: repository.commonDir, target: "main", repository: top },
    ...{ worktree, message: `Work of ${worktree.id}` },
  });
  return { ...made, merger, open, requestOf };
}

test("sessions handed in at once arrive in that order; who conflicts is told so and the rest goes on", async () => {
  const { sandbox, top, repository, worktree, open, requestOf } = await line();
  const others = [];
  for (const id of ["s2", "s3"]) {
    others.push(await createWorktree({ repository, id, title: "x", base: "main", baseDir: sandbox.baseDir }));
  }
  const all = [worktree, ...others];
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  await write(others[0]?.path ?? "", { "a.txt": "1\nY\n3\n" });
  await write(others[1]?.path ?? "", { "new.txt": "n\n" });
  const { queue } = await open();
  const entries = await Promise.all(all.map((each) => queue.enqueue(requestOf(each))));
  const settled = await Promise.all(entries.map(({ id }) => queue.settled(id)));
  expect(settled).toMatchObject([
    { status: "merged" },
    { status: "conflicted", conflicts: [{ path: "a.txt" }] },
    { status: "merged" },
  ]);
  expect(await sandbox.git(top, "log", "--format=%s", "main")).toBe("Work of s3\nWork of s1\nFirst");
});

test("the last look and the verification can stop it, each under its own name", async () => {
  const { sandbox, worktree, open, requestOf } = await line({
    before: async ({ message }) => {
      if (message === "Stop") throw new Error("the session is at work again");
    },
    verify: () => ({
      baseDir: sandbox.baseDir,
      run: async (directory) => ({ ok: false, message: await read(directory, "a.txt") }),
    }),
  });
  await write(worktree.path, { "a.txt": "red\n" });
  const { queue } = await open();
  const stopped = await queue.enqueue({ ...requestOf(worktree), message: "Stop" });
  expect(await queue.settled(stopped.id)).toMatchObject({ status: "failed", code: "unexpected" });
  const rejected = await queue.enqueue(requestOf(worktree));
  const seen: string[] = [];
  for await (const entry of queue.changes()) {
    if (entry.id !== rejected.id) continue;
    seen.push(entry.status);
    if (entry.status === "failed") break;
  }
  expect(seen).toContain("verifying");
  expect(await queue.settled(rejected.id)).toMatchObject({ code: "rejected", message: "red\n" });
});

test("a cancelled verification leaves nothing behind", async () => {
  const begun = Promise.withResolvers<void>();
  const { sandbox, top, worktree, open, requestOf } = await line({
    verify: () => ({
      baseDir: sandbox.baseDir,
      run: (_, signal) => {
        begun.resolve();
        return new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    }),
  });
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const before = await sandbox.git(top, "for-each-ref");
  const { queue } = await open();
  const { id } = await queue.enqueue(requestOf(worktree));
  await begun.promise;
  expect(await queue.cancel(id)).toMatchObject({ status: "cancelled" });
  expect(await sandbox.git(top, "for-each-ref")).toBe(before);
  expect(await sandbox.git(top, "worktree", "list")).not.toContain("verify");
});

test.each([
  ["before the target moved", false, undefined],
  ["after the target moved", true, { status: "merged" }],
])("of a merge that a crash cut off %s, recovery says the truth", async (_, moved, expected) => {
  const { sandbox, top, repository, worktree, merger, requestOf } = await line();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const work = await sandbox.git(worktree.path, "stash", "create");
  const squash = await sandbox.git(top, "commit-tree", `${work}^{tree}`, "-p", "main", "-m", "Squash");
  await holdPending(repository.git, worktree.id, { work, squash });
  if (moved) await sandbox.git(top, "update-ref", "refs/heads/main", squash);
  const found = await merger.recover(requestOf(worktree));
  expect(found).toEqual(expected && { ...expected, commit: squash });
  // Handed in again, it arrives once.
  await integrateWorktree({ repository, worktree, message: "Again" });
  expect(await sandbox.git(top, "log", "--format=%s", "main")).toBe(moved ? "Squash\nFirst" : "Again\nFirst");
});

test("of a merge that was through but not yet stored, recovery says merged", async () => {
  const { sandbox, top, repository, worktree, merger, requestOf } = await line();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  expect(await merger.recover(requestOf(worktree))).toBeUndefined();
  await integrateWorktree({ repository, worktree, message: "x" });
  expect(await sandbox.git(top, "for-each-ref", refs.pending(worktree.id))).toBe("");
  expect(await merger.recover(requestOf(worktree))).toEqual({ status: "merged" });
  await write(worktree.path, { "a.txt": "1\nY\n3\n" });
  expect(await merger.recover(requestOf(worktree))).toBeUndefined();
});

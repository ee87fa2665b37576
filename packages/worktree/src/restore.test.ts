import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, read, scene, write } from "../test/git-sandbox.ts";
import { removeWorktree } from "./remove.ts";
import { restoreWorktree } from "./restore.ts";
import { dropSalvage, reportSalvage } from "./retention.ts";
import { listSalvage } from "./salvage-list.ts";

test("an undone removal brings all of it back at the same place, again and again", async () => {
  const { sandbox, repository, worktree } = await scene({ "a.txt": "1\n", ".gitignore": "*.log\n" });
  const { path } = worktree;
  const { baseDir } = sandbox;
  await sandbox.commit(path, { "c.txt": "c\n" });
  await write(path, { "a.txt": "staged\n" });
  await sandbox.git(path, "add", "a.txt");
  await write(path, { "a.txt": "unstaged\n", "new/ file.txt": "n\n", "x.log": "l\n" });
  const status = () => sandbox.git(path, "status", "--porcelain=v2", "--branch", "--untracked-files=all");
  const before = await status();
  expect(await codeOf(restoreWorktree({ repository, worktree, baseDir }))).toBe("pathExists");
  for (let times = 1; times <= 2; times++) {
    const { head = "" } = await removeWorktree({ repository, worktree, ignored: "keep" });
    const back = await restoreWorktree({ repository, worktree, baseDir, head });
    expect(back).toMatchObject({ id: "s1", path, branch: worktree.branch, baseSha: worktree.baseSha });
    expect(await status()).toBe(before);
    expect([await read(path, "x.log"), await read(path, "new/ file.txt")]).toEqual(["l\n", "n\n"]);
    expect(await sandbox.git(path, "show", ":a.txt")).toBe("staged");
  }
});

test("a session of which nothing had to be saved comes back where it stood", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const { baseDir } = sandbox;
  const commit = await sandbox.commit(worktree.path, { "c.txt": "c\n" });
  await sandbox.git(top, "merge", "-q", worktree.branch);
  const removed = await removeWorktree({ repository, worktree });
  expect(removed).toEqual({ head: commit, branchDeleted: true });
  expect(await codeOf(restoreWorktree({ repository, worktree, baseDir }))).toBe("unknownSalvage");
  const back = await restoreWorktree({ repository, worktree, baseDir, head: commit });
  expect(back).toMatchObject({ path: worktree.path, branch: worktree.branch });
  expect(await sandbox.git(back.path, "rev-parse", "HEAD")).toBe(commit);
});

test("what is saved is measured, and dropped by age and size only when asked, never a session's newest", async () => {
  const { sandbox, repository, worktree } = await scene();
  const { baseDir } = sandbox;
  const clock = { now: () => 0, monotonicMs: () => 0, sleep: () => Promise.resolve() };
  for (const at of [1, 2, 3]) {
    // Bytes that don't shrink.
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, byte) => (byte * byte * (at + 7)) % 251));
    await writeFile(join(worktree.path, `${at}.bin`), noise);
    await removeWorktree({ repository, worktree, clock: { ...clock, now: () => at * 1000 } });
    if (at < 3) await restoreWorktree({ repository, worktree, baseDir });
  }
  const at = (now: number) => ({ clock: { ...clock, now: () => now } });
  const all = await reportSalvage(repository, {}, at(5000));
  expect(all.salvages.map(({ createdAt, expired }) => [createdAt, expired])).toEqual([
    [3000, false],
    [2000, false],
    [1000, false],
  ]);
  expect(all.totalBytes).toBe(all.salvages.reduce((sum, { bytes }) => sum + bytes, 0));
  // The newest holds the files of all three.
  expect(all.salvages[0]?.bytes).toBeGreaterThan(all.salvages[1]?.bytes ?? 0);
  const old = await reportSalvage(repository, { maxAgeMs: 3500 }, at(5000));
  expect(old.salvages.filter(({ expired }) => expired)).toMatchObject([{ createdAt: 1000 }]);
  const large = await reportSalvage(repository, { maxBytes: 1 }, at(5000));
  const expired = large.salvages.filter((each) => each.expired);
  expect(expired.map(({ createdAt }) => createdAt)).toEqual([2000, 1000]);
  expect(
    await dropSalvage(repository, [...expired, { ref: "refs/heads/main", commit: worktree.baseSha }]),
  ).toEqual(expired.map(({ ref }) => ref));
  expect(await listSalvage(repository)).toMatchObject([{ createdAt: 3000 }]);
});

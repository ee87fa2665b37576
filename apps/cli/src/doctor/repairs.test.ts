import { access, chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processIdentity } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRepairs } from "./repairs.ts";
import { checkWorktreeFolders } from "./worktree-folders.ts";

let parent: string;
let dir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "nucleic-doctor-"));
  dir = join(parent, "data");
  for (const name of ["logs", "sessions", "worktrees"])
    await mkdir(join(dir, name), { recursive: true, mode: 0o700 });
});
afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Mends all there is, and looks again. */
async function mendAll(): Promise<readonly string[]> {
  const repairs = await findRepairs(dir, systemClock);
  for (const { mend } of repairs) await mend();
  expect(await findRepairs(dir, systemClock)).toEqual([]);
  return repairs.map(({ what }) => what.replaceAll(dir, "DATA"));
}

test("there is nothing to mend in a data directory as it should be", async () => {
  expect(await mendAll()).toEqual([]);
});

test("folders that are missing are made, for their owner alone; the data directory too", async () => {
  await rm(dir, { recursive: true });
  expect(await mendAll()).toHaveLength(4);
  expect(await modeOf(join(dir, "sessions"))).toBe("700");
});

test("what others may read is closed to them; what a link leads to is not ours", async () => {
  const outside = join(parent, "outside");
  await writeFile(outside, "", { mode: 0o644 });
  await chmod(outside, 0o644);
  await symlink(outside, join(dir, "link"));
  await mkdir(join(dir, "keys"), { mode: 0o700 });
  await writeFile(join(dir, "keys", "device"), "secret");
  await chmod(join(dir, "keys", "device"), 0o640);
  await chmod(dir, 0o755);
  expect(await mendAll()).toEqual([
    "close DATA to others: 755 to 700",
    "close DATA/keys/device to others: 640 to 600",
  ]);
  expect(await modeOf(join(dir, "keys", "device"))).toBe("600");
  expect(await modeOf(outside)).toBe("644");
});

const dead = { pid: 2 ** 22 - 1, startTime: "1", bootId: "earlier" };

test("the lock and the address of a dead host are taken away", async () => {
  const alive = await processIdentity(process.pid);
  const { acquireLock } = await import("@nucleic/worktree");
  const lock = await acquireLock(join(dir, "host.lock"), { clock: systemClock });
  await writeFile(join(dir, "host.json"), JSON.stringify({ ...alive, url: "" }), { mode: 0o600 });
  expect(await mendAll()).toEqual([]);
  await lock.release();
  await writeFile(join(dir, "host.json"), JSON.stringify({ ...dead, url: "" }), { mode: 0o600 });
  await writeFile(join(dir, "host.lock"), JSON.stringify(dead), { mode: 0o600 });
  expect(await mendAll()).toEqual([
    `take away what a host that is dead has left (process ${dead.pid}): its lock and its address`,
  ]);
  expect([await isThere(join(dir, "host.json")), await isThere(join(dir, "host.lock"))]).toEqual([
    false,
    false,
  ]);
});

test("a folder that no session works in is named with the command that takes it away, and stays", async () => {
  const base = join(dir, "worktrees");
  for (const name of ["used", "left", "odd", "spare-01234567", ".spare"]) await mkdir(join(base, name));
  await writeFile(join(base, "left", ".git"), "gitdir: /srv/site/.git/worktrees/left\n");
  const checks = await checkWorktreeFolders(dir, [{ cwd: join(base, "used", "packages") }, {}]);
  const hints = new Map(checks.map(({ detail, hint, status }) => [detail, [status, hint]]));
  expect(Object.fromEntries(hints)).toEqual({
    [`no session works in ${join(base, "left")}`]: [
      "warn",
      `git -C '/srv/site' worktree remove '${join(base, "left")}'`,
    ],
    [`no session works in ${join(base, "odd")}`]: [
      "warn",
      `it is no worktree of git: look at it, then rm -r '${join(base, "odd")}'`,
    ],
  });
  expect(await isThere(join(base, "left", ".git"))).toBe(true);
});

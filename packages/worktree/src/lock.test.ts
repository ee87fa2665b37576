import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codeOf } from "../test/git-sandbox.ts";
import { nextLine, startProgram } from "../test/program.ts";
import { acquireLock, withLock } from "./lock.ts";
import { newOwner } from "./lock-owner.ts";

async function lockPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-lock-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, "locks", "x.lock");
}

test("callers of one process take turns", async () => {
  const path = await lockPath();
  let inside = 0;
  const most: number[] = [];
  const turn = () =>
    withLock(path, {}, async () => {
      most.push(++inside);
      await readFile(path);
      inside--;
    });
  await Promise.all(Array.from({ length: 8 }, turn));
  expect(most).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test("several processes never hold it at once", async () => {
  const path = await lockPath();
  const count = join(path, "..", "..", "count");
  await writeFile(count, "0");
  const programs = Array.from({ length: 3 }, () => startProgram("count-under-lock", [path, count, "20"]));
  for (const program of programs) expect(await program.exited).toMatchObject({ cause: "exited", code: 0 });
  expect(await readFile(count, "utf8")).toBe("60");
  expect(await readdir(join(path, ".."))).toEqual([]);
});

test("a living owner is waited for, until the caller gives up", async () => {
  const path = await lockPath();
  const holder = startProgram("hold-lock", [path]);
  expect(await nextLine(holder)).toBe("locked");
  const giveUp = new AbortController();
  const waiting = codeOf(acquireLock(path, { signal: giveUp.signal }));
  giveUp.abort();
  expect(await waiting).toBe("aborted");
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: holder.pid });
});

test("the lock of a killed owner is taken over, by one of all who wait", async () => {
  const path = await lockPath();
  const holder = startProgram("hold-lock", [path]);
  await nextLine(holder);
  const turns: number[] = [];
  const waiting = Array.from({ length: 4 }, (_, turn) =>
    withLock(path, {}, async () => {
      turns.push(turn);
      await readFile(path);
      turns.push(turn);
    }),
  );
  await holder.stop("SIGKILL");
  await Promise.all(waiting);
  expect(turns.filter((turn, at) => at % 2 === 0 && turns[at + 1] !== turn)).toEqual([]);
  expect(turns).toHaveLength(8);
});

test.each([
  ["a pid that was given to another process", async () => ({ ...(await newOwner()), startTime: "0" })],
  ["a process of an earlier boot", async () => ({ ...(await newOwner()), bootId: "earlier" })],
])("%s is no owner", async (_, stale) => {
  const path = await lockPath();
  await (await acquireLock(path)).release();
  await writeFile(path, JSON.stringify(await stale()));
  await using lock = await acquireLock(path);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test("what no owner could have written does not block for ever", async () => {
  const path = await lockPath();
  await (await acquireLock(path)).release();
  for (const text of [
    "",
    "{",
    '{"pid":1}',
    '{"pid":1,"startTime":"","bootId":"","place":"","token":"../../x"}',
  ]) {
    await writeFile(path, text);
    await (await acquireLock(path)).release();
  }
});

test("an owner on another machine can't be judged from here and counts as alive", async () => {
  const path = await lockPath();
  await (await acquireLock(path)).release();
  const far = { ...(await newOwner()), pid: 2 ** 22, place: "elsewhere" };
  await writeFile(path, JSON.stringify(far));
  const signal = AbortSignal.timeout(50);
  expect(await codeOf(acquireLock(path, { signal }))).toBe("aborted");
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(far);
});

test("releasing twice does not release what another has taken since", async () => {
  const path = await lockPath();
  const first = await acquireLock(path);
  await first.release();
  await using second = await acquireLock(path);
  await first.release();
  expect(await readdir(join(path, ".."))).toEqual(["x.lock"]);
  await second.release();
});

test("only one may clear a dead owner away; if that one dies too, the next does", async () => {
  const path = await lockPath();
  await (await acquireLock(path)).release();
  const dead = { ...(await newOwner()), startTime: "0" };
  const right = `${path}.${dead.token}`;
  await writeFile(path, JSON.stringify(dead));
  await writeFile(right, JSON.stringify(await newOwner()));
  expect(await codeOf(acquireLock(path, { signal: AbortSignal.timeout(50) }))).toBe("aborted");
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(dead);
  await writeFile(right, JSON.stringify({ ...(await newOwner()), startTime: "0" }));
  await (await acquireLock(path)).release();
  expect(await readdir(join(path, ".."))).toEqual([]);
});

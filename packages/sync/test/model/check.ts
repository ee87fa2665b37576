import assert from "node:assert/strict";
import { type Device, unknown } from "./device.ts";
import type { ModelRecord } from "./disk.ts";
import { shownAt } from "./folds.ts";
import type { World } from "./world.ts";

/** What has to be so once everything has come to rest. @throws AssertionError */
export function check(world: World): void {
  const { devices, disk, effects, problems } = world;
  const { log } = disk;
  assert.deepEqual(problems, [], "the responder has no problems");
  assert(
    log.every(({ seq }, at) => seq === at + 1),
    "the log counts without a gap",
  );
  for (const [key, times] of effects) assert(times <= 1, `${key} was done ${times} times`);
  const done = log.flatMap(({ intent }) => intent ?? []);
  assert.equal(new Set(done).size, done.length, "no intent stands in the log twice");
  const winners = winnersIn(log);
  for (const device of devices) {
    device.check();
    checkPicture(world, device);
    checkTold(world, device, new Set(done), winners);
  }
}

/** A device has every record as its verbosity shows it, and knows what waits. Nothing that it ever saw is gone. */
function checkPicture({ host, disk }: World, { board, options, picture, seen }: Device): void {
  const shown = disk.log.flatMap((record) => shownAt(record, options.verbosity));
  assert.deepEqual([...picture.records.values()], shown, `${options.id} has the log at ${options.verbosity}`);
  assert.equal(picture.snapshots, 1, `${options.id} was never told that the log is another one`);
  assert.deepEqual(board?.approvals, [...host.open.values()], `${options.id} knows what waits`);
  const asked = new Set<string>(disk.log.flatMap(({ request }) => request?.id ?? []));
  for (const id of seen) assert(asked.has(id), `${id} was shown and is lost`);
}

/** What a device was told is what is written, and what is so. */
function checkTold(
  { disk }: World,
  { options, told }: Device,
  done: ReadonlySet<unknown>,
  winners: ReadonlyMap<string, Winner>,
): void {
  for (const { id, approvalId, result } of told) {
    const { answer } = disk.intents.get(`${options.deviceId} ${id}`) ?? {};
    const written = answer?.status === "unknown" ? unknown : answer?.result;
    assert.deepEqual(result, written, `${id} was told what is written`);
    if (result === unknown) continue;
    if (approvalId === undefined) assert(done.has(id), `${id} was done and is lost`);
    else {
      const { outcome, decision } = result as { readonly outcome: string; readonly decision: unknown };
      const winner = winners.get(approvalId);
      assert.deepEqual(decision, winner?.decision, `${id} was told what was decided`);
      assert.equal(outcome === "accepted", winner?.intent === id, `${id} was told who was first`);
    }
  }
}

interface Winner {
  readonly intent: unknown;
  readonly decision: unknown;
}

function winnersIn(log: readonly ModelRecord[]): ReadonlyMap<string, Winner> {
  const winners = new Map<string, Winner>();
  for (const { approvalId, decision, intent, kind } of log) {
    if (kind !== "approvalResolved" || approvalId === undefined) continue;
    assert(!winners.has(approvalId), `${approvalId} has one winner`);
    winners.set(approvalId, { intent, decision });
  }
  return winners;
}

/** Every intent comes once more: the answer is the one of before. @throws AssertionError */
export async function checkAgain({ devices }: World): Promise<void> {
  for (const { told } of devices)
    for (const { id, result, again } of [...told])
      assert.deepEqual(await again(), result, `${id} is answered as it was`);
}

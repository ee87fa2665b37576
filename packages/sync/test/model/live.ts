import { check, checkAgain } from "./check.ts";
import { checkFolds } from "./folds.ts";
import { happen } from "./happen.ts";
import { Tally } from "./tally.ts";
import { World } from "./world.ts";

const steps = 16;

/** Plays one seed to its end, and holds it against everything that is promised. @throws AssertionError */
export async function live(seed: number, tally = new Tally()): Promise<void> {
  const world = await World.open(seed, tally);
  const { clock, devices, disk, draw } = world;
  for (let step = 0; step < steps; step++) {
    happen(world);
    for (let n = draw(25); n > 0; n--) await clock.advance();
    for (const device of devices) device.check();
  }
  world.calm();
  await clock.until(() => !world.isDown && world.host.isIdle);
  for (const { id, digest = "" } of world.host.open.values()) devices[0]?.answer(id, digest, true);
  await clock.until(() => isAtRest(world));
  check(world);
  const said = checkAgain(world);
  let isSaid = false;
  const note = () => {
    isSaid = true;
  };
  said.then(note, note);
  await clock.until(() => isSaid);
  await said;
  check(world);
  tally.count("snapshots folded with what followed", await checkFolds(disk.log));
  tally.count("records", disk.log.length);
  tally.count("virtual seconds", Math.round(clock.now() / 1_000));
  for (const { told } of devices) for (const { result } of told) tallyResult(tally, result);
  await world.close();
}

function isAtRest({ devices, disk, host }: World): boolean {
  for (const device of devices) device.check();
  return devices.every(
    ({ board, picture, waits }) =>
      waits === 0 &&
      picture.head === disk.log.length &&
      board?.approvals.length === host.open.size &&
      board.sessions[0]?.head === disk.log.length,
  );
}

function tallyResult(tally: Tally, result: unknown): void {
  if (result === "unknown") tally.count("intents of which nobody can say what became");
  else if ((result as { outcome?: string }).outcome === "alreadyResolved")
    tally.count("answers that came too late");
}

// What encrypted devices that have stopped reading cost whoever writes: `frozen.ts <devices> <groups>`. Two sessions, each followed
// by one device that reads, and one of them by the frozen ones too. Groups of records go to one and the other in turn; what is
// timed is from a group's being there to the writer's having the loop again. Prints one line of JSON.
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { openDeviceDoor } from "../device-door.ts";
import { MemoryLog, portOf } from "../memory-log.ts";
import { openDevices } from "../open-devices.ts";
import { said } from "../said.ts";

/** What the mode prints. */
export interface FrozenSample {
  readonly withP99Ms: number;
  readonly withoutP99Ms: number;
  /** While all of it was written. */
  readonly rssGrowthMiB: number;
}

const [frozen = "50", groups = "4000"] = process.argv.slice(2);
const groupMs = 1;
const records = said(16);
/** A client's credit, some times over: what is sent to the frozen ones ends with it. */
const warmUp = 1_000;
const [crowded, quiet] = [new MemoryLog("crowded"), new MemoryLog("quiet")];
await using door = await openDeviceDoor(portOf([crowded, quiet]));
await using _one = await openDevices(door, crowded.id, 1);
await using _other = await openDevices(door, quiet.id, 1);
await using others = await openDevices(door, crowded.id, Number(frozen));
others.freeze();

async function write(count: number): Promise<[with_: number[], without: number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < count; i++)
    for (const [which, log] of [crowded, quiet].entries()) {
      const start = process.hrtime.bigint();
      log.add(records);
      await turn();
      times[which]?.push(Number(process.hrtime.bigint() - start) / 1e6);
      await sleep(groupMs);
    }
  return times;
}

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
const before = process.memoryUsage.rss();
await write(warmUp);
const [withThem, without] = await write(Number(groups));
const rssGrowthMiB = (process.memoryUsage.rss() - before) / 2 ** 20;
process.stdout.write(
  `${JSON.stringify({ withP99Ms: p99(withThem), withoutP99Ms: p99(without), rssGrowthMiB } satisfies FrozenSample)}\n`,
);

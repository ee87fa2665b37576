// One session's events to encrypted devices of another process: `fan-out.ts <devices> <events in a batch> <events>`. What is
// measured is the host's end: reading, text, encryption, sockets.
import { setTimeout as sleep } from "node:timers/promises";
import { openDeviceDoor } from "../device-door.ts";
import { sample } from "../measure.ts";
import { MemoryLog, portOf } from "../memory-log.ts";
import { openDevices } from "../open-devices.ts";
import { said } from "../said.ts";

const [devices = "1", batch = "16", events = "20000"] = process.argv.slice(2);
/** Slow enough for ten devices of one process to follow. */
const eventsPerMs = 6;
/** A pause after each batch would be measured as well. */
const burst = 2_048;
const warmUp = 100;
/** For all that is sent: a slow moment of theirs is no other work for the host. */
const credit = 16 * 1024 * 1024;
const size = Number(batch);
const batches = Math.ceil(Number(events) / size);
const records = said(size);
const log = new MemoryLog("session");
await using door = await openDeviceDoor(portOf([log]));
await using followers = await openDevices(door, log.id, Number(devices), credit);

/** Each batch in a turn of the loop of its own. */
async function write(batches: number): Promise<void> {
  for (let i = 1; i <= batches; i++) {
    log.add(records);
    await ((i * size) % burst === 0 ? sleep(burst / eventsPerMs) : new Promise(setImmediate));
  }
}

// What is measured is warm.
await write(warmUp);
await sample(async () => {
  await write(batches);
  log.add([{ kind: "turnCompleted" }]);
  const pieces = await followers.over;
  // One that fell behind was sent something else.
  for (const count of pieces)
    if (count !== warmUp + batches + 1)
      throw new Error(`${count} pieces came, ${warmUp + batches + 1} were sent`);
  return batches * size;
});

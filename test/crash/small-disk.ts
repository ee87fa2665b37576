// Runs lives on a real disk that is too small for them, and judges each when there is room again. Prints one JSON line for each seed.
//   unshare -m node --conditions=@nucleic/source test/crash/small-disk.ts MOUNT_POINT FIRST COUNT
import { join } from "node:path";
import { live } from "./child.ts";
import { judgeSilence } from "./judge-silence.ts";
import { judge } from "./oracle.ts";
import { seeded } from "./random.ts";
import { run } from "./shim.ts";
import { Testimony } from "./testimony.ts";

const full: ReadonlySet<string> = new Set(["diskFull", "writeFailed"]);
const [place = "", first = "1", count = "1"] = process.argv.slice(2);
for (let seed = Number(first); seed < Number(first) + Number(count); seed++)
  process.stdout.write(`${JSON.stringify(await onSmallDisk(seed))}\n`);

async function onSmallDisk(seed: number) {
  const random = seeded(`${seed}/disk`);
  const kilobytes = 500 + random.below(1_500);
  const reserve = random.pick([0, 64, 128]) * 1024;
  await must("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k,mode=700`, "tmpfs", place]);
  try {
    const dataDir = join(place, "data");
    const testimony = new Testimony();
    const env = { CRASH_DISK: "broken", CRASH_RESERVE: String(reserve) };
    const ends: string[] = [];
    // The second finds the disk as full as the first has left it.
    for (const life of [0, 1])
      ends.push(await live({ dataDir, seed, life, moment: undefined, env }, testimony));
    await must("mount", ["-o", "remount,size=64m", place]);
    const verdict = await judge(dataDir, testimony, String(seed));
    judgeSilence(testimony.acks, verdict.faults);
    const refused = testimony.of("refused").filter(({ code }) => full.has(code)).length;
    const failed = testimony.of("storageFailed").length;
    const { records } = verdict;
    return { seed, kilobytes, reserve, ends, refused, failed, records, faults: verdict.faults };
  } finally {
    await must("umount", [place]);
  }
}

async function must(command: string, args: readonly string[]): Promise<void> {
  const failure = await run(command, args);
  if (failure !== undefined) throw new Error(failure);
}

// Does one piece of upkeep in a data directory, and ends. Meant to be killed in the middle of it.
//   maintain.ts migrate | backup | rebuild DATA_DIR
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@nucleic/protocol/core";
import { openRuntime } from "@nucleic/runtime";
import { randomAgent } from "./agent.ts";

const [what = "", dataDir = ""] = process.argv.slice(2);
// The first look for a backup comes after some seconds, as there is none: here at once.
const clock = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) =>
    systemClock.sleep(ms === 5_000 && what === "backup" ? 0 : ms, signal),
};
const runtime = await openRuntime({ dataDir, backends: [randomAgent(() => undefined)], clock });
// A sleep of that clock keeps no process alive.
const alive = setInterval(() => undefined, 1_000);
if (what === "rebuild") await runtime.rebuild();
if (what === "backup") while (!(await hasBackup())) await systemClock.sleep(20);
clearInterval(alive);
await runtime.close();

async function hasBackup(): Promise<boolean> {
  const names = await readdir(join(dataDir, "backups")).catch(() => []);
  return names.some((name) => name.startsWith("nucleic-daily-"));
}

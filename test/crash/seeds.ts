// Runs seeds, several at a time, each in a data directory of its own; prints one JSON line for each.
//   node --conditions=@nucleic/source test/crash/seeds.ts FIRST COUNT [AT_A_TIME]
import { enableCompileCache } from "node:module";
import { cacheFolder } from "./child.ts";
import { runSeed } from "./one-seed.ts";

enableCompileCache(cacheFolder);
const [first = 1, count = 1, atATime = 3] = process.argv.slice(2).map(Number);
let next = first;

async function work(): Promise<void> {
  while (next < first + count) {
    const report = await runSeed(next++);
    process.stdout.write(`${JSON.stringify(report)}\n`);
    if (report.faults.length > 0) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: atATime }, work));

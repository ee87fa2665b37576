// Plays seeds and prints a line of JSON for each:
//   node --conditions=@nucleic/source packages/worktree/test/chaos-report.ts [--seeds 1-500] [--steps 6]
//     --log FILE    keeps the lines there, and plays no seed that it has: run it again to go on where it was stopped
//     --gently      at the lowest priority, beside other work
//     --write       writes bench/CHAOS.md in the end, of all seeds in the log
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { play } from "./chaos/play.ts";
import type { SeedReport } from "./chaos/run-seed.ts";
import { chaosSummary } from "./chaos/summary.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1-500" },
    steps: { type: "string", default: "6" },
    log: { type: "string" },
    gently: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const [first = 1, last = first] = values.seeds.split("-").map(Number);
// Whatever it starts inherits it.
if (values.gently) setPriority(constants.priority.PRIORITY_LOW);

const reports = await logged(values.log);
const known = new Set(reports.map(({ seed }) => seed));
const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
for await (const report of play(
  wanted.filter((seed) => !known.has(seed)),
  Number(values.steps),
)) {
  const line = `${JSON.stringify(report)}\n`;
  reports.push(report);
  if (values.log !== undefined) await appendFile(values.log, line);
  process.stdout.write(line);
}
if (values.write) {
  const file = fileURLToPath(new URL("../../../bench/CHAOS.md", import.meta.url));
  await writeFile(file, chaosSummary(reports));
}
process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0;

/** What earlier runs left; a line that one was killed in is played again. */
async function logged(file: string | undefined): Promise<SeedReport[]> {
  const text = file === undefined ? "" : await readFile(file, "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (file !== undefined && whole !== text) await writeFile(file, whole);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as SeedReport]));
}

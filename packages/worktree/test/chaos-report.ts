// Plays seeds and prints a line of JSON for each:
//   node --conditions=@nucleic/source packages/worktree/test/chaos-report.ts [SEEDS] [FIRST] [STEPS]
import { play } from "./chaos/play.ts";

const [seeds = "500", first = "1", steps = "6"] = process.argv.slice(2);
const numbers = Array.from({ length: Number(seeds) }, (_, at) => Number(first) + at);
let failed = 0;
for await (const report of play(numbers, Number(steps))) {
  failed += report.faults.length > 0 ? 1 : 0;
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;

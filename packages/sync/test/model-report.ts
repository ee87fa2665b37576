// Plays seeds of the model and writes bench/SYNC-MODEL.md; prints each seed that fails, with why.
//   node --conditions=@nucleic/source packages/sync/test/model-report.ts COUNT [FIRST] [--minutes N] [--gently]
//     FIRST: drawn, where it is not given. --minutes: stops there, at fewer. --gently: at the lowest priority, beside other work.
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { live } from "./model/live.ts";
import { counted, Tally } from "./model/tally.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { gently: { type: "boolean" }, minutes: { type: "string", default: "Infinity" } },
});
if (values.gently) setPriority(constants.priority.PRIORITY_LOW);
const count = Number(positionals[0] ?? 10_000);
const first = Number(positionals[1] ?? randomInt(2 ** 31));
const tally = new Tally();
const failed: number[] = [];
const untilMs = performance.now() + Number(values.minutes) * 60_000;
let played = 0;
for (let seed = first; seed < first + count && performance.now() < untilMs; seed++, played++)
  try {
    await live(seed, tally);
  } catch (error) {
    failed.push(seed);
    process.exitCode = 1;
    process.stdout.write(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
await writeFile(new URL("../../../bench/SYNC-MODEL.md", import.meta.url), page());

function page(): string {
  const rows = counted.map((what) => `| ${what} | ${tally.of(what).toLocaleString("en")} |`);
  const faults =
    failed.length === 0 ? "0 with a fault" : `${failed.length} with a fault: ${failed.join(", ")}`;
  return `# Five devices, bad networks and a host that is killed

What \`packages/sync/test/model-report.ts ${played} ${first}\` saw: **${played.toLocaleString("en")} seeds played, ${faults}.** In each, five
devices at three verbosities follow one session, ask for things and answer its approvals, several at once too, through the real
handshake and records, over links whose frames are lost, doubled, late, out of order, held up, and cut off at any byte. The host is
killed and comes back with what was synced. Time is virtual.

Afterwards every device has the log as its verbosity shows it; each batch began where the one before ended; nothing that a device was
shown is gone; no intent was done twice, each was answered as is written, and again so when it came once more; each approval has one
winner, and all who answered were told which. A snapshot at each record, with what followed, adds up to what the log does, at each
verbosity. .ci/nightly plays 10,000 seeds, .ci/run 200.

| what happened | times |
|---|---|
${rows.join("\n")}
`;
}

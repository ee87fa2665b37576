import { parseArgs } from "node:util";
import { holdApproval } from "./hold.ts";
import { MATRIX } from "./lab.ts";

// Holds an approval of every version over every transport at once, for as long as asked, and prints a line of JSON each:
//
//   node --conditions=@nucleic/source packages/adapter-claude/test/hold-report.ts --minutes 720
//
// Exits 1 where one of them did not end as an approval should.

const { values } = parseArgs({ options: { minutes: { type: "string", default: "6" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new RangeError(`--minutes takes a positive number, not ${values.minutes}`);

// Keeps the process alive while nothing but unreferenced timers is left.
const awake = setInterval(() => {}, 60_000);
const held = await Promise.all(
  MATRIX.map(async ([version, transport]) => {
    const result = await holdApproval(version, transport, minutes * 60_000);
    const ok =
      result.written === "held\n" &&
      result.asked === 1 &&
      result.outcome === "completed" &&
      result.faults === 0;
    process.stdout.write(`${JSON.stringify({ version, transport, minutes, ok, ...result })}\n`);
    return ok;
  }),
);
clearInterval(awake);
if (held.includes(false)) process.exitCode = 1;

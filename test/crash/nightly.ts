// Runs many seeds and writes what they came to into RESULTS.md.
//   node --conditions=@nucleic/source test/crash/nightly.ts COUNT [FIRST]    FIRST: drawn, where it is not given
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { campaign, faultText } from "./campaign.ts";
import { resultsPage, Tally } from "./results.ts";

const count = Number(process.argv[2] ?? 1_000);
const first = Number(process.argv[3] ?? randomInt(2 ** 31));
const tally = new Tally();
for await (const report of campaign(first, count)) {
  tally.add(report);
  if (report.faults.length > 0) {
    process.stdout.write(`${faultText(report)}\n`);
    process.exitCode = 1;
  }
}
await writeFile(new URL("RESULTS.md", import.meta.url), resultsPage(tally, { first, count }));

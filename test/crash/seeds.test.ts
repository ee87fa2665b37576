import { expect, it } from "vitest";
import { campaign, faultText } from "./campaign.ts";
import { hasShim } from "./shim.ts";

const first = Number(process.env.NUCLEIC_SEED ?? 1);
// Two lives each, by turns of three kinds: fifty of each kind.
const count = 75;

it(`whatever a process dies of, what it acknowledged is there once (seeds ${first} to ${first + count - 1})`, async () => {
  const broken: string[] = [];
  const ends: string[] = [];
  let records = 0;
  for await (const report of campaign(first, count)) {
    if (report.faults.length > 0) broken.push(faultText(report));
    ends.push(...report.ends);
    records += report.records;
  }
  expect(broken).toEqual([]);
  // Without these it would have looked at nothing.
  expect(records).toBeGreaterThan(100 * count);
  const killed = ends.filter((end) => end.endsWith("SIGKILL")).length;
  expect(killed).toBeGreaterThan(count);
  if (hasShim) expect(ends.length - killed).toBeGreaterThan(count / 2);
}, 600_000);

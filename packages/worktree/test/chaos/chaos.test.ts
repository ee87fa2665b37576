import { expect, test } from "vitest";
import { play } from "./play.ts";

const SEEDS = 25;

test("whatever eight workers, a user and kill -9 do to one repository, nothing is lost and nothing of the user's is touched", async () => {
  const done: Record<string, number> = {};
  const faults: string[] = [];
  let played = 0;
  for await (const report of play(
    Array.from({ length: SEEDS }, (_, at) => at + 1),
    2,
  )) {
    played++;
    faults.push(...report.faults.map((fault) => `seed ${report.seed}: ${fault}`));
    for (const [what, times] of Object.entries(report.done)) done[what] = (done[what] ?? 0) + times;
  }
  expect(faults).toEqual([]);
  // Otherwise the seeds say nothing.
  expect(played).toBe(SEEDS);
  expect(done["integrate: integrated"]).toBeGreaterThan(SEEDS / 2);
  const killed = ["create: killed", "integrate: killed", "remove: killed"];
  expect(Object.keys(done)).toEqual(expect.arrayContaining(killed));
}, 600_000);

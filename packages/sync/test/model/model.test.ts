import { expect, test } from "vitest";
import { live } from "./live.ts";

// Five devices follow one session and answer what it asks, over encrypted channels whose frames are lost, doubled, late, out
// of order and cut off at any byte, from a host that is killed and comes back with what its disk has. Time is virtual.
// `model-report.ts` plays more seeds.

const seeds = Array.from({ length: 200 }, (_, at) => at + 1);

test("whatever the networks and the host do, devices end with the same picture, and what they ask for is done once", async () => {
  for (const seed of seeds)
    await live(seed).catch((cause: unknown) => {
      expect.fail(`seed ${seed}: ${cause instanceof Error ? cause.stack : String(cause)}`);
    });
}, 180_000);

import { systemClock } from "@nucleic/protocol/core";
import { expect, test } from "vitest";
import type { Availability } from "../types.ts";
import { fresh } from "./fresh.ts";

const works: Availability = { available: true, limits: [] };
const refuses: Availability = { available: false, reasons: [] };

test("a good answer is good for ten seconds, a bad one only once", async () => {
  let nowMs = 0;
  const answers = [refuses, works, refuses];
  let asked = 0;
  const available = fresh(async () => answers[asked++] ?? works, {
    ...systemClock,
    monotonicMs: () => nowMs,
  });
  const seen: [number, boolean, number][] = [];
  for (const atMs of [0, 1, 2, 10_000, 10_002]) {
    nowMs = atMs;
    seen.push([atMs, (await available()).available, asked]);
  }
  expect(seen).toEqual([
    [0, false, 1],
    [1, true, 2],
    [2, true, 2],
    [10_000, true, 2],
    [10_002, false, 3],
  ]);
});

import { describe, expect, test } from "vitest";
import { holdApproval } from "./hold.ts";
import { MATRIX } from "./lab.ts";

// Past every time-out that was seen to end a held call: 60 s and 5 min on both versions.
const HOLD_MS = 6 * 60_000;

describe.concurrent("an approval that waits six minutes is still an approval", () => {
  test.for(MATRIX)("%s over %s", { timeout: HOLD_MS + 120_000 }, async ([version, transport]) => {
    const held = await holdApproval(version, transport, HOLD_MS);
    expect(held).toEqual({ written: "held\n", asked: 1, outcome: "completed", faults: 0 });
  });
});

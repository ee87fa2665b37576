import type { ErrorCode } from "@nucleic/protocol";
import { expect } from "vitest";
import { type Differs, differs } from "./exception.ts";
import type { Saw } from "./play.ts";

/** It asked once more by itself, so that the turn was completed, and so was the next. */
function askedAgain(saw: Saw): void {
  expect(saw.turns).toEqual(["completed", "completed"]);
  expect(saw.requests).toHaveLength(3);
}

/** A CLI that asks its provider again by itself, that many times, and says so. */
export const tellsItAsksAgain = (times: number, code: ErrorCode, named = "the row's code"): Differs =>
  differs(
    `It asks again by itself, up to ${times} times, and tells each failure as an \`error\` with ${named} that the turn ` +
      "survives; once the provider answers, the turn is completed.",
    (saw) => {
      askedAgain(saw);
      expect(saw.all("error")).toMatchObject([{ code, recoverable: true }]);
      expect(saw.all("error")[0]?.message).toContain(`attempt 1 of ${times} follows`);
    },
  );

/** A CLI that asks its provider again by itself without a word. */
export const asksAgainInSilence: Differs = differs(
  "It asks again by itself, and tells its client nothing of it: the turn is completed, only later.",
  (saw) => {
    askedAgain(saw);
    expect(saw.all("error")).toEqual([]);
  },
);

import type { ErrorCode } from "@nucleic/protocol";
import { expect } from "vitest";
import { type Differs, differs } from "./exception.ts";
import type { Saw } from "./play.ts";

/** It asked once more by itself, so that the turn was completed, and so was the next. */
function askedAgain(saw: Saw, told: readonly ErrorCode[]): void {
  expect(saw.turns).toEqual(["completed", "completed"]);
  expect(saw.requests).toHaveLength(3);
  expect(saw.all("error").map(({ code, recoverable }) => [code, recoverable])).toEqual(
    told.map((code) => [code, true]),
  );
}

/** A CLI that asks its provider again by itself and says so. */
export const tellsItAsksAgain = (times: number, code: ErrorCode): Differs =>
  differs(
    `It asks again by itself, up to ${times} times. Each failure is told as an \`error\` that the turn survives, here with ` +
      `\`${code}\`; once the provider answers, the turn is completed.`,
    (saw) => askedAgain(saw, [code]),
  );

/** A CLI that asks its provider again by itself without a word. */
export const asksAgainInSilence: Differs = differs(
  "It asks again by itself, and tells its client nothing of it: the turn is completed, only later.",
  (saw) => askedAgain(saw, []),
);

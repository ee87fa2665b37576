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
export const tellsItAsksAgain = (times: number, ...codes: readonly ErrorCode[]): Differs =>
  differs(
    `It asks again by itself, up to ${times} times, and tells each failure as an \`error\` that the turn survives, with the ` +
      "row's code; once the provider answers, the turn is completed.",
    (saw) => told(saw, times, codes),
  );

/** Likewise, in the middle of a message. */
export const tellsItSaysAgain = (times: number, ...codes: readonly ErrorCode[]): Differs =>
  differs(
    `It asks again by itself, up to ${times} times, and tells each failure as an \`error\` that the turn survives, here with ` +
      `${codes.map((code) => `\`${code}\``).join(" and ")}. What was said is marked as truncated, and the new reply is a message of its own.`,
    (saw) => {
      told(saw, times, codes);
      const said = saw.all("assistantText").filter(({ isPartial }) => !isPartial);
      expect(said).toMatchObject([
        { text: "One two three", truncated: true },
        { text: "Here I am." },
        { text: "Here I am." },
      ]);
    },
  );

function told(saw: Saw, times: number, codes: readonly ErrorCode[]): void {
  askedAgain(saw);
  expect(saw.all("error")).toMatchObject(codes.map((code) => ({ code, recoverable: true })));
  expect(saw.all("error").at(-1)?.message).toContain(`attempt 1 of ${times} follows`);
}

/** A CLI that asks its provider again by itself without a word. */
export const asksAgainInSilence: Differs = differs(
  "It asks again by itself, and tells its client nothing of it: the turn is completed, only later.",
  (saw) => {
    askedAgain(saw);
    expect(saw.all("error")).toEqual([]);
  },
);

/** Likewise, in the middle of a message. */
export const saysAgainInSilence: Differs = differs(
  "It asks again by itself, and tells its client nothing of it: the new reply follows what was said before the break.",
  (saw) => {
    askedAgain(saw);
    expect(saw.all("error")).toEqual([]);
    expect(saw.said).toBe("One two threeHere I am.Here I am.");
  },
);

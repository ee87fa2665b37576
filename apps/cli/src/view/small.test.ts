import { NucleicError } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { errorLines } from "./error-lines.ts";
import { formatAge, formatCost, formatDiffstat, formatDuration, formatTokens } from "./format.ts";
import { createStyle, wantsColor } from "./style.ts";
import { nearest } from "./suggest.ts";
import { usageText } from "./usage.ts";

test.each([
  [formatDuration(340.4), "340ms"],
  [formatDuration(59_999), "59.9s"],
  [formatDuration(185_000), "3m 05s"],
  [formatDuration(7_800_000), "2h 10m"],
  [formatAge(-5), "0s"],
  [formatAge(90_000), "1m"],
  [formatAge(8 * 86_400_000), "8d"],
  [formatTokens(999), "999"],
  [formatTokens(12_345), "12.3k"],
  [formatTokens(1_200_000), "1.2M"],
  [formatCost(0.1234), "$0.12"],
  [formatCost(0.0012), "$0.0012"],
  [formatCost(0), "$0.00"],
  [formatDiffstat({ files: 1, added: 2, removed: 0 }), "1 file +2 −0"],
  [formatDiffstat({ files: 0, added: 0, removed: 0 }), "no changes"],
])("%s", (text, expected) => {
  expect(text).toBe(expected);
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ TERM: "dumb" }, true, false],
])("colour with %o on a terminal: %s", (env, isTTY, colour) => {
  expect(wantsColor(env, isTTY)).toBe(colour);
});

describe("errors", () => {
  const frame = { width: 70, style: createStyle(false) };
  test.each<[string, unknown, string[]]>([
    [
      "what, the code, and what to do next",
      new NucleicError("notInstalled", "claude is not on this machine", { hint: "npm i -g it" }),
      ["nucleic: claude is not on this machine [notInstalled]", "→ npm i -g it"],
    ],
    [
      "why, as far as it is known",
      new NucleicError("spawnFailed", "could not start", { cause: new Error("EACCES") }),
      ["nucleic: could not start [spawnFailed]", "  because: EACCES"],
    ],
    [
      "the hint of the cause, which knows best",
      new NucleicError("spawnFailed", "no start", {
        cause: new NucleicError("tooOld", "2.0", { hint: "update" }),
      }),
      ["nucleic: no start [spawnFailed]", "  because: 2.0 [tooOld]", "→ update"],
    ],
    [
      "a command's own error",
      new CliError("noSuchSession", "no session abc", "did you mean abd?"),
      ["nucleic: no session abc [noSuchSession]", "→ did you mean abd?"],
    ],
    [
      "an error with no code is a fault of ours",
      new TypeError("x is not a function"),
      ["nucleic: x is not a function", "→ a fault of nucleic itself; NUCLEIC_DEBUG=1 shows where"],
    ],
    [
      "a text of an agent inside is made safe",
      new NucleicError("internal", "a\u001b[2Jb"),
      ["nucleic: a␛[2Jb [internal]"],
    ],
  ])("%s", (_what, error, lines) => {
    expect(errorLines(error, frame)).toEqual(lines);
  });
});

test.each([
  ["shwo", "show"],
  ["integrat", "integrate"],
  ["xyz", undefined],
])("nearest to %s is %s", (word, known) => {
  expect(nearest(word, ["show", "ls", "integrate"])).toBe(known);
});

describe("usage", () => {
  const make = eventFactory();
  const of = (...reports: Parameters<typeof make<"usage">>[1][]) =>
    usageText(reports.map((one) => make("usage", one)));
  const turn = { inputTokens: 1000, outputTokens: 10, cumulative: false };

  test("adds up turns, replaces what is cumulative, keeps models apart", () => {
    expect(of(turn, turn)).toBe("2.0k tokens in, 20 out");
    expect(of(turn, { ...turn, cumulative: true, inputTokens: 5, model: "" })).toBe("5 tokens in, 10 out");
    expect(of({ ...turn, model: "a", costUSD: 1 }, { ...turn, model: "b", costUSD: 0.5 })).toBe(
      "2.0k tokens in, 20 out, $1.50",
    );
  });

  test("counts once what a turn and a running total both report, run after run", () => {
    const total = { ...turn, model: "a", cumulative: true, costUSD: 1 };
    const runOver = make("runFinished", { outcome: "completed" });
    expect(of(turn, total)).toBe("1.0k tokens in, 10 out, $1.00");
    expect(usageText([make("usage", total), runOver, make("usage", { ...total, inputTokens: 500 })])).toBe(
      "1.5k tokens in, 20 out, $2.00",
    );
  });

  test("a cost nobody reported is not shown", () => {
    expect(of(turn)).not.toContain("$");
    expect(of()).toBe("");
  });
});

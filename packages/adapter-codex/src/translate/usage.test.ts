import { describe, expect, test } from "vitest";
import { inTurn, notification, Play, thread, turnCompleted } from "../../test/app-server-lines.ts";

const tokens = (input: number, output: number) => ({
  inputTokens: input,
  cachedInputTokens: 1,
  outputTokens: output,
  reasoningOutputTokens: 2,
});
const used = (total: object, last: object, turnId = "n1") =>
  notification("thread/tokenUsage/updated", {
    turnId,
    tokenUsage: { total, last, modelContextWindow: 258_400 },
  });

describe("usage", () => {
  test("is the thread's sum at once, and the turn's own with its end; never with a cost", () => {
    const run = inTurn(
      used(tokens(110, 15), tokens(10, 5)),
      used(tokens(130, 22), tokens(20, 7)),
      turnCompleted(),
    );
    expect(run.of("usage")).toMatchObject([
      { inputTokens: 110, cumulative: true, contextWindow: 258_400, model: "gpt-5.5" },
      { inputTokens: 130, outputTokens: 22, cumulative: true },
      { inputTokens: 30, cachedInputTokens: 2, outputTokens: 12, reasoningTokens: 4, cumulative: false },
    ]);
    expect(run.of("usage").some((event) => "costUSD" in event)).toBe(false);
    expect(run.kinds().slice(-2)).toEqual(["usage", "turnCompleted"]);
  });

  test("that a resumed thread says again is not told again", () => {
    const run = new Play();
    run.feed({ ...thread(), resumed: true }, used(tokens(100, 10), tokens(10, 5), "n0"));
    expect(run.of("usage")).toEqual([]);
    expect(inTurn(used(tokens(100, 10), tokens(10, 5), "n0")).of("usage")).toEqual([]);
  });
});

describe("rate limits", () => {
  const limits = (fields: object) =>
    notification("account/rateLimits/updated", {
      threadId: undefined,
      turnId: undefined,
      rateLimits: fields,
    });

  test("each window is told; an account without limits has none", () => {
    const run = inTurn(
      limits({ primary: null, secondary: null }),
      limits({
        primary: { usedPercent: 80, windowDurationMins: 300, resetsAt: 1_796_022_452 },
        secondary: { usedPercent: 2.5, windowDurationMins: 10_080, resetsAt: null },
        rateLimitReachedType: null,
      }),
    );
    expect(run.of("rateLimit")).toMatchObject([
      { window: "5h", usedPercent: 80, resetsAt: 1_796_022_452_000 },
      { window: "7d", usedPercent: 2.5 },
    ]);
  });
});

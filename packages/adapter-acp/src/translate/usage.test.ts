import { expect, test } from "vitest";
import { agents, Played } from "../../test/played.ts";

const context = (used: number, amount?: number, currency = "USD") => ({
  sessionUpdate: "usage_update",
  used,
  size: 1_000,
  ...(amount !== undefined && { cost: { amount, currency } }),
});

/** What each agent says of the same use in its own way: what is told of it. */
test.each([
  [
    "claude-agent-acp",
    {
      usage: {
        inputTokens: 666,
        outputTokens: 132,
        cachedReadTokens: 66,
        cachedWriteTokens: 0,
        totalTokens: 864,
      },
    },
    { inputTokens: 732, cachedInputTokens: 66, outputTokens: 132 },
  ],
  [
    "opencode",
    {
      usage: { inputTokens: 100, outputTokens: 17, totalTokens: 133, thoughtTokens: 5, cachedReadTokens: 11 },
    },
    { inputTokens: 111, cachedInputTokens: 11, outputTokens: 22, reasoningTokens: 5 },
  ],
  [
    "grok",
    {
      _meta: {
        inputTokens: 111,
        outputTokens: 22,
        usage: {
          inputTokens: 333,
          outputTokens: 66,
          totalTokens: 399,
          cachedReadTokens: 33,
          reasoningTokens: 15,
          modelUsage: { "grok-4.6": {} },
        },
      },
    },
    { model: "grok-4.6", inputTokens: 333, cachedInputTokens: 33, outputTokens: 66, reasoningTokens: 15 },
  ],
  [
    "grok",
    {
      _meta: {
        inputTokens: 111,
        outputTokens: 22,
        totalTokens: 133,
        cachedReadTokens: 11,
        reasoningTokens: 5,
      },
    },
    { inputTokens: 111, cachedInputTokens: 11, outputTokens: 22, reasoningTokens: 5 },
  ],
  [
    "gemini",
    {
      _meta: {
        quota: {
          token_count: { input_tokens: 666, output_tokens: 132 },
          model_usage: [{ model: "flash" }, { model: "auto" }],
        },
      },
    },
    { inputTokens: 666, outputTokens: 132 },
  ],
  ["any", { usage: { inputTokens: 1, outputTokens: 2 } }, { inputTokens: 1, outputTokens: 2 }],
])("%s: %j", (agent, result, usage) => {
  const played = new Played(agents[agent]).ready().turn({ result: { stopReason: "end_turn", ...result } });
  const [told, ...more] = played.all("usage");
  expect(more).toEqual([]);
  const { v, seq, sessionId, turnId, at, origin, kind, ...tokens } = told ?? {};
  expect(tokens).toEqual({ ...usage, cumulative: false });
});

test("codex-acp gives only the size of the context: the least that the turn has used", () => {
  const played = new Played(agents["codex-acp"]).ready();
  played.turn({ result: { stopReason: "end_turn" } }, () => played.updates(context(90), context(133)));
  expect(played.all("usage")).toMatchObject([
    { inputTokens: 133, outputTokens: 0, contextWindow: 1_000, cumulative: false },
  ]);
});

test("nothing is told where nothing is said", () => {
  expect(
    new Played()
      .ready()
      .turn({ result: { stopReason: "end_turn" } })
      .all("usage"),
  ).toEqual([]);
});

test("the cost is that of the session so far; a turn has its own part of it", () => {
  const answer = { result: { stopReason: "end_turn", usage: { inputTokens: 1, outputTokens: 1 } } };
  const played = new Played(agents["claude-agent-acp"]).ready();
  for (const total of [0.25, 0.75]) played.turn(answer, () => played.updates(context(1, total)));
  expect(played.all("usage").map(({ costUSD }) => costUSD)).toEqual([0.25, 0.5]);
});

test.each([
  ["of nothing", 0, "USD"],
  ["in another currency", 3, "EUR"],
])("a cost %s is no cost", (_, amount, currency) => {
  const played = new Played().ready();
  played.turn({ result: { stopReason: "end_turn" } }, () => played.updates(context(1, amount, currency)));
  expect(played.all("usage")[0]).not.toHaveProperty("costUSD");
});

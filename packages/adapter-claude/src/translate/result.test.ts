import { describe, expect, test } from "vitest";
import { assistant, init, input, interrupted, play, result, system } from "../../test/claude-lines.ts";

const failed = (error: string | undefined, fields: Record<string, unknown>) =>
  play(
    input("go"),
    init(),
    ...(error === undefined ? [] : [assistant("s1", { type: "text", text: "API Error" }, { error })]),
    result({ is_error: true, result: "API Error", ...fields }),
  );

describe("a request that failed for good: subtype success, is_error, and a code to switch on", () => {
  test.each([
    ["authenticationFailed", "authentication_failed", { api_error_status: 401 }],
    ["permissionDenied", "authentication_failed", { api_error_status: 403, terminal_reason: "api_error" }],
    ["modelNotFound", "model_not_found", { api_error_status: 404 }],
    ["rateLimited", "rate_limit", { api_error_status: 429 }],
    ["overloaded", "server_error", { api_error_status: 529 }],
    ["apiError", "server_error", { api_error_status: 500 }],
    ["invalidRequest", "unknown", { api_error_status: 400 }],
    ["contextTooLong", "invalid_request", { api_error_status: 400, terminal_reason: "prompt_too_long" }],
    ["refused", "invalid_request", { api_error_status: null, stop_reason: "refusal" }],
    ["network", "server_error", { api_error_status: null, api_error: "connection_failed" }],
    ["network", "server_error", { api_error_status: null }],
    ["apiError", "unknown", { api_error_status: null }],
    ["authenticationFailed", "authentication_failed", {}],
    ["rateLimited", "billing_error", {}],
    [
      "maxTurns",
      undefined,
      { subtype: "error_max_turns", errors: ["Reached maximum"], terminal_reason: "max_turns" },
    ],
  ])("%s: %s %j", (code, error, fields) => {
    const run = failed(error, fields);
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "failed", error: { code } }]);
    expect(run.of("turnCompleted")[0]).not.toHaveProperty("finalText");
    expect(run.of("assistantText")).toEqual([]);
  });

  test("a refusal is known by the CLI's own word for it, too", () => {
    const run = play(input("go"), init(), system("model_refusal_no_fallback"), result({ is_error: true }));
    expect(run.of("turnCompleted")).toMatchObject([{ error: { code: "refused" } }]);
  });

  test("says what a person can do", () => {
    expect(failed("rate_limit", { api_error_status: 429 }).of("turnCompleted")[0]?.error?.hint).toContain(
      "limit",
    );
  });
});

describe("a failed request that is tried again", () => {
  const retry = (attempt: number, error_status: number | null, retry_delay_ms = 500) =>
    system("api_retry", { attempt, max_retries: 10, retry_delay_ms, error_status, error: "x" });

  test.each([
    [429, "rateLimited"],
    [500, "apiError"],
    [529, "overloaded"],
    [null, "network"],
  ])("%s is recoverable, with the time of the next attempt", (status, code) => {
    const run = play(input("go"), init(), retry(1, status));
    expect(run.of("error")).toMatchObject([{ code, recoverable: true, retryInMs: 500 }]);
  });

  test("401 is named as what it is at once, and once per turn: ten retries will not help", () => {
    const run = play(
      input("go"),
      init(),
      retry(1, 401),
      retry(2, 401),
      retry(3, 401),
      result({ is_error: true }),
    );
    expect(run.of("error")).toMatchObject([
      { code: "authenticationFailed", hint: expect.stringContaining("login") },
    ]);
    run.feed(input("again"), init(), retry(1, 401));
    expect(run.of("error")).toHaveLength(2);
  });
});

describe("outcomes", () => {
  test("an interruption is no failure, and the session stays usable", () => {
    const run = play(
      input("a"),
      init(),
      { kind: "interrupting" },
      interrupted(),
      input("b"),
      init(),
      result(),
    );
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "interrupted" }, { outcome: "completed" }]);
    expect(run.of("turnCompleted")[0]).not.toHaveProperty("error");
  });

  test("an interruption of an idle session says nothing", () => {
    expect(play({ kind: "interrupting" }).events).toEqual([]);
  });

  test("a session that cannot be resumed fails before any init, as that", () => {
    const unknown = result({
      subtype: "error_during_execution",
      is_error: true,
      terminal_reason: undefined,
      errors: ["No conversation found with session ID: x"],
    });
    expect(play(input("a"), unknown).of("turnCompleted")).toMatchObject([
      {
        outcome: "failed",
        error: { code: "unknownSession", message: expect.stringContaining("No conversation") },
      },
    ]);
    expect(play(unknown).of("error")).toMatchObject([{ code: "unknownSession", recoverable: false }]);
  });
});

describe("usage", () => {
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 30,
    cache_creation_input_tokens: 5,
    output_tokens: 7,
  };
  const modelUsage = {
    "claude-opus": {
      inputTokens: 20,
      cacheReadInputTokens: 60,
      cacheCreationInputTokens: 0,
      outputTokens: 14,
      thinkingTokens: 3,
      costUSD: 0.25,
      contextWindow: 200_000,
    },
  };

  test("of the turn, then of each model over the session; what was cached is part of what was read", () => {
    const run = play(input("a"), init(), result({ usage, modelUsage, total_cost_usd: 0.25 }));
    expect(run.of("usage")).toMatchObject([
      { inputTokens: 45, cachedInputTokens: 30, outputTokens: 7, costUSD: 0.25, cumulative: false },
      {
        model: "claude-opus",
        inputTokens: 80,
        cachedInputTokens: 60,
        outputTokens: 14,
        reasoningTokens: 3,
        costUSD: 0.25,
        contextWindow: 200_000,
        cumulative: true,
      },
    ]);
    expect(run.kinds().at(-1)).toBe("turnCompleted");
  });

  test("the cost of a turn is what it added to the total", () => {
    const run = play(input("a"), init(), result({ usage, total_cost_usd: 0.25 }));
    run.feed(input("b"), init(), result({ usage, total_cost_usd: 1 }));
    expect(run.of("usage").map((e) => e.costUSD)).toEqual([0.25, 0.75]);
  });

  test("is absent where nothing is reported, never 0", () => {
    const run = play(input("/cost"), init(), result({ usage: { input_tokens: 0, output_tokens: 0 } }));
    expect(run.of("usage")).toEqual([]);
    const [event] = play(input("a"), init(), result({ usage })).of("usage");
    expect(event).not.toHaveProperty("costUSD");
  });
});

test("a rate limit: window, per cent and the time of its reset in milliseconds", () => {
  const rate_limit_info = {
    status: "allowed_warning",
    rateLimitType: "five_hour",
    utilization: 0.9,
    resetsAt: 1_800_000_000,
  };
  expect(play({ type: "rate_limit_event", rate_limit_info }).of("rateLimit")).toMatchObject([
    { window: "five_hour", usedPercent: 90, resetsAt: 1_800_000_000_000, status: "allowed_warning" },
  ]);
});

test("compaction: status, boundary and the summary that stands for what was said make one event", () => {
  const run = play(
    input("/compact"),
    system("status", { status: "compacting" }),
    system("status", { status: null, compact_result: "success" }),
    init(),
    system("compact_boundary", { compact_metadata: { trigger: "manual", pre_tokens: 15 } }),
    {
      type: "user",
      message: { content: "This session is being continued" },
      isSynthetic: true,
      isReplay: false,
    },
    result({ local_command: "compact" }),
  );
  expect(run.kinds()).toEqual([
    "turnStarted",
    "userMessage",
    "sessionStarted",
    "compaction",
    "turnCompleted",
  ]);
  expect(run.of("compaction")).toMatchObject([{ trigger: "manual", tokensBefore: 15 }]);
});

test("a tool that the CLI refuses without asking anybody is said aloud", () => {
  const run = play(
    input("a"),
    init(),
    system("permission_denied", { tool_name: "Bash", message: "no check" }),
  );
  expect(run.of("error")).toMatchObject([
    { code: "approvalChannel", message: "no check", recoverable: true },
  ]);
});

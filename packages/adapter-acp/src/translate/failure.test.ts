import type { ErrorCode } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { agents, anyAgent, chunk, Played } from "../../test/played.ts";
import { failureOf } from "./failure.ts";

/** What each agent answered when its provider refused a request with a status, as it was measured. */
test.each<[string, number, { code: number; message: string; data?: unknown }, ErrorCode]>([
  [
    "grok",
    400,
    { code: -32603, message: "Internal error", data: { message: "no", http_status: 400 } },
    "invalidRequest",
  ],
  [
    "grok",
    403,
    { code: -32603, message: "Internal error", data: { message: "no", http_status: 403 } },
    "permissionDenied",
  ],
  [
    "grok",
    404,
    { code: -32603, message: "Internal error", data: { message: "no", http_status: 404 } },
    "modelNotFound",
  ],
  [
    "grok",
    429,
    { code: -32003, message: "Rate limited", data: "API error (status 429 Too Many Requests)" },
    "rateLimited",
  ],
  [
    "claude-agent-acp",
    400,
    { code: -32603, message: "Internal error: API Error: 400 no", data: { errorKind: "unknown" } },
    "invalidRequest",
  ],
  [
    "claude-agent-acp",
    403,
    {
      code: -32603,
      message: "Internal error: Failed to authenticate. API Error: 403 no",
      data: { errorKind: "authentication_failed" },
    },
    "permissionDenied",
  ],
  [
    "claude-agent-acp",
    404,
    { code: -32603, message: "Internal error: There's an issue", data: { errorKind: "model_not_found" } },
    "modelNotFound",
  ],
  [
    "codex-acp",
    400,
    {
      code: -32603,
      message: "Internal error",
      data: { message: '{"error":{"message":"no"}}', codex_error_info: "other" },
    },
    "invalidRequest",
  ],
  [
    "codex-acp",
    401,
    {
      code: -32603,
      message: "Internal error",
      data: { message: "unexpected status 401 Unauthorized: no", codex_error_info: "other" },
    },
    "authenticationFailed",
  ],
  [
    "codex-acp",
    429,
    {
      code: -32603,
      message: "Internal error",
      data: {
        message: "exceeded retry limit, last status: 429 Too Many Requests",
        codex_error_info: { response_too_many_failed_attempts: { http_status_code: 429 } },
      },
    },
    "rateLimited",
  ],
  ["gemini", 0, { code: 500, message: "terminated" }, "streamCut"],
  [
    "codex-acp",
    0,
    {
      code: -32603,
      message: "Internal error",
      data: "stream disconnected before completion: Transport error",
    },
    "streamCut",
  ],
  ["gemini", 403, { code: 403, message: '{"error":{"code":403}}' }, "permissionDenied"],
  [
    "any",
    0,
    { code: -32000, message: "Authentication required", data: "no auth method id provided" },
    "notLoggedIn",
  ],
  ["any", 0, { code: -32601, message: "Method not found" }, "unsupported"],
  ["any", 0, { code: -32602, message: "Invalid params" }, "invalidRequest"],
  ["any", 0, { code: -32603, message: "Internal error", data: { details: "broken" } }, "apiError"],
  ["any", 0, { code: 7, message: "of its own" }, "apiError"],
])("%s, provider %i: %j", (agent, _, error, code) => {
  const quirks = agents[agent] ?? anyAgent;
  expect(failureOf({ data: undefined, ...error }, quirks).code).toBe(code);
});

test("the message has the details, once", () => {
  const message = (error: string, data: unknown) =>
    failureOf({ code: -32603, message: error, data }, anyAgent).message;
  expect(message("Internal error", { details: "broken" })).toBe("Internal error: broken");
  expect(message("Internal error: broken", "broken")).toBe("Internal error: broken");
});

describe("a failed prompt", () => {
  const error = { error: { code: -32603, message: "Internal error", data: { http_status: 404 } } };

  test("fails the turn, and the session goes on", () => {
    const played = new Played(agents.grok)
      .ready()
      .turn(error)
      .turn({ result: { stopReason: "end_turn" } });
    expect(played.all("turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "modelNotFound", hint: "Choose another model." } },
      { outcome: "completed" },
    ]);
    played.check();
  });

  test("is an interruption where we asked for one", () => {
    const played = new Played().ready();
    played.turn(error, () => played.feed({ kind: "interrupting" }));
    expect(played.all("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
  });

  test("another request's failure is none of the turn's", () => {
    const played = new Played().ready();
    played.turn({ result: { stopReason: "end_turn" } }, () => played.asks("session/set_mode", error));
    expect(played.all("turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  });
});

describe("Grok's word on a request that failed", () => {
  const retry = (more: object) => ({
    method: "_x.ai/session_notification",
    params: { sessionId: "native", update: { sessionUpdate: "retry_state", ...more } },
  });

  test.each([
    ["http", "network"],
    ["rate_limited", "rateLimited"],
    ["of_tomorrow", "apiError"],
  ])("it tries again: %s", (error_type, code) => {
    const played = new Played(agents.grok).ready();
    played.turn({ result: { stopReason: "end_turn" } }, () =>
      played.says(retry({ type: "retrying", attempt: 2, max_retries: 15, reason: "why", error_type })),
    );
    expect(played.all("error")).toMatchObject([
      { code, recoverable: true, message: "A request failed (why); attempt 2 of 15 follows." },
    ]);
  });

  test("it tries again what its server answered with a status it has no name for", () => {
    const played = new Played(agents.grok).ready();
    const reason = "API error (status 529 <unknown status code>): no capacity";
    played.turn({ result: { stopReason: "end_turn" } }, () =>
      played.says(retry({ type: "retrying", attempt: 1, max_retries: 15, reason, error_type: "server" })),
    );
    expect(played.all("error")).toMatchObject([{ code: "overloaded", recoverable: true }]);
  });

  test("it tries again in the middle of a message, which was cut", () => {
    const played = new Played(agents.grok).ready();
    played.turn({ result: { stopReason: "end_turn" } }, () =>
      played
        .updates(chunk("one "))
        .says(retry({ type: "retrying", attempt: 1, max_retries: 15, reason: "gone", error_type: "http" }))
        .updates(chunk("one two")),
    );
    expect(played.all("error")).toMatchObject([{ code: "streamCut", recoverable: true }]);
    expect(played.all("assistantText").filter(({ isPartial }) => !isPartial)).toMatchObject([
      { text: "one ", truncated: true },
      { text: "one two" },
    ]);
  });

  test("refused credentials are named before the prompt fails, which says so in words alone", () => {
    const played = new Played(agents.grok).ready();
    const error = { error: { code: -32603, message: "Internal error", data: "Unauthorized (401) from …" } };
    played.turn(error, () =>
      played.says(retry({ type: "failed", error_type: "auth", message: "Unauthorized" })),
    );
    expect(played.all("turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "authenticationFailed" } },
    ]);
  });
});

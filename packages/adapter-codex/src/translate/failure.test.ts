import { describe, expect, test } from "vitest";
import {
  inTurn,
  message,
  messageDelta,
  notification,
  said,
  started,
  turnCompleted,
} from "../../test/app-server-lines.ts";

const turnError = (codexErrorInfo: unknown, message = "words", additionalDetails: string | null = null) => ({
  message,
  codexErrorInfo,
  additionalDetails,
});
const failed = (error: object, willRetry: boolean) => notification("error", { error, willRetry });
const disconnected = (httpStatusCode: number | null = null) => ({
  responseStreamDisconnected: { httpStatusCode },
});

describe("a request that Codex tries again", () => {
  test("is shown, and the turn goes on", () => {
    const error = turnError(disconnected(429), "Reconnecting... 1/5", "exceeded retry limit");
    const run = inTurn(failed(error, true), ...said("m1", "ok"), turnCompleted());
    expect(run.of("error")).toMatchObject([
      { code: "rateLimited", message: "Reconnecting... 1/5: exceeded retry limit", recoverable: true },
    ]);
    expect(run.of("error")[0]).not.toHaveProperty("retryInMs");
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  });

  test("cuts what was being said", () => {
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "one "),
      failed(turnError(disconnected()), true),
    );
    expect(run.events.slice(-2)).toMatchObject([
      { kind: "assistantText", messageId: "m1", text: "one ", truncated: true },
      { kind: "error", code: "streamCut" },
    ]);
    run.feed(...said("m2", "one two"), turnCompleted());
    expect(run.faults()).toEqual([]);
  });

  test("without end says so once for as long as the words are the same", () => {
    const waiting = failed(turnError(disconnected(), "Reconnecting... waiting for network", "refused"), true);
    const run = inTurn(waiting, waiting, waiting);
    expect(run.of("error")).toMatchObject([
      { code: "network", message: "Reconnecting... waiting for network: refused", recoverable: true },
    ]);
  });
});

describe("a turn that failed", () => {
  test("says why once, in its end", () => {
    const error = turnError("contextWindowExceeded", "ran out of room");
    const run = inTurn(failed(error, false), turnCompleted("failed", { error }));
    expect(run.of("error")).toEqual([]);
    expect(run.of("turnCompleted")).toMatchObject([
      {
        outcome: "failed",
        error: { code: "contextTooLong", message: "ran out of room", hint: expect.any(String) },
      },
    ]);
  });

  test("whose end says nothing has the reason that was said before", () => {
    const run = inTurn(failed(turnError("usageLimitExceeded"), false), turnCompleted("failed"));
    expect(run.of("turnCompleted")).toMatchObject([{ error: { code: "rateLimited" } }]);
  });

  test.each([
    ["contextWindowExceeded", "contextTooLong"],
    ["usageLimitExceeded", "rateLimited"],
    ["rateLimitExceeded", "rateLimited"],
    ["sessionBudgetExceeded", "rateLimited"],
    ["serverOverloaded", "overloaded"],
    ["modelNotFound", "modelNotFound"],
    ["unauthorized", "authenticationFailed"],
    ["badRequest", "invalidRequest"],
    ["cyberPolicy", "refused"],
    ["internalServerError", "apiError"],
    ["other", "apiError"],
    ["brandNew", "apiError"],
    ["constructor", "apiError"],
    [null, "apiError"],
    [{ httpConnectionFailed: { httpStatusCode: null } }, "network"],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, "network"],
    [{ responseTooManyFailedAttempts: { httpStatusCode: 401 } }, "authenticationFailed"],
    [{ responseStreamConnectionFailed: { httpStatusCode: 503 } }, "overloaded"],
    [{ brandNew: { httpStatusCode: 404 } }, "modelNotFound"],
    [{ brandNew: {} }, "apiError"],
  ])("%j is %s", (info, code) => {
    const run = inTurn(turnCompleted("failed", { error: turnError(info) }));
    expect(run.of("turnCompleted")[0]?.error?.code).toBe(code);
  });

  test("by a refused request tells the provider's own words", () => {
    const provider = { error: { message: "bad thing", type: "invalid_request_error", code: "x" } };
    const run = inTurn(turnCompleted("failed", { error: turnError("other", JSON.stringify(provider)) }));
    expect(run.of("turnCompleted")[0]?.error).toMatchObject({ code: "invalidRequest", message: "bad thing" });
  });

  test("after retries is what was retried, where its end does not say", () => {
    const other = { error: turnError("other", "no more") };
    const run = inTurn(failed(turnError(disconnected()), true), turnCompleted("failed", other));
    expect(run.of("turnCompleted")[0]?.error?.code).toBe("network");
    const recovered = inTurn(
      failed(turnError(disconnected()), true),
      ...said("m1", "x"),
      turnCompleted("failed", other),
    );
    expect(recovered.of("turnCompleted")[0]?.error?.code).toBe("apiError");
  });

  test("of a cut stream, which is called other where nothing was retried, is the network", () => {
    const error = turnError("other", "stream disconnected before completion: error sending request");
    const run = inTurn(turnCompleted("failed", { error }));
    expect(run.of("turnCompleted")[0]?.error?.code).toBe("network");
  });
});

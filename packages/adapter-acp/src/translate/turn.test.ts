import { describe, expect, test } from "vitest";
import {
  agents,
  call,
  callUpdate,
  chunk,
  content,
  done,
  Played,
  permission,
  person,
  thought,
} from "../../test/played.ts";
import type { TranslateInput } from "./input.ts";

const stop = (stopReason: string, meta: object = {}) => ({ result: { stopReason, _meta: meta } });
const interrupting: TranslateInput = { kind: "interrupting" };

/** A turn in which the agent asks and is answered; how it then ends. */
function answered(
  decision: "allow" | "deny" | "cancelRun",
  answer: Readonly<Record<string, unknown>>,
): Played {
  const played = new Played().ready();
  return played.turn(answer, () => {
    played.says(permission(7, { toolCallId: "a", kind: "edit", title: "Edit" }));
    const request = played.all("approvalRequested").at(-1)?.request;
    if (!request) throw new Error("nothing was asked");
    if (decision === "cancelRun") played.feed(interrupting);
    played.feed({
      kind: "answered",
      approvalId: request.id,
      answer: { decision: { kind: decision }, by: person },
    });
  });
}

test("a simple turn: what was said, thought and done, in order", () => {
  const played = new Played().ready();
  played.turn(done, () => {
    played.updates(
      thought("hmm "),
      thought("well"),
      chunk("I will "),
      chunk("read."),
      call("a", { kind: "read", rawInput: { path: "/repo/a.txt" } }),
      callUpdate("a", { status: "completed", content: content("text") }),
      chunk("Done."),
    );
  });
  expect(played.kinds()).toEqual([
    "sessionStarted",
    "turnStarted",
    "userMessage",
    "thinking",
    "assistantText",
    "toolCallStarted",
    "toolCallCompleted",
    "toolResult",
    "assistantText",
    "turnCompleted",
  ]);
  expect(played.all("thinking").at(-1)).toMatchObject({ text: "hmm well", isPartial: false });
  expect(played.all("turnCompleted")).toMatchObject([{ outcome: "completed", finalText: "Done." }]);
  const turnId = played.all("turnStarted")[0]?.turnId;
  expect(new Set(played.events.slice(1).map((event) => event.turnId))).toEqual(new Set([turnId]));
  played.check();
});

describe("the end of a turn", () => {
  test.each([
    ["end_turn", { outcome: "completed" }],
    ["max_tokens", { outcome: "failed", error: { code: "outputTooLong" } }],
    ["max_turn_requests", { outcome: "failed", error: { code: "maxTurns" } }],
    ["refusal", { outcome: "failed", error: { code: "refused" } }],
    ["of_tomorrow", { outcome: "completed" }],
    ["cancelled", { outcome: "failed", error: { code: "protocolViolation" } }],
  ])("%s", (reason, end) => {
    const played = new Played().ready().turn(stop(reason));
    expect(played.all("turnCompleted")).toMatchObject([end]);
    played.check();
  });

  test("an interruption that we asked for, with what was being said cut short", () => {
    const played = new Played().ready();
    played.turn(stop("cancelled"), () => played.updates(chunk("Once upon")).feed(interrupting));
    expect(played.all("assistantText").at(-1)).toMatchObject({ text: "Once upon", truncated: true });
    expect(played.all("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
    played.check();
  });

  test("one that came too late is no interruption", () => {
    const played = new Played().ready();
    played.turn(done, () => played.feed(interrupting));
    expect(played.all("turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  });

  test.each([
    ["goes on", "deny", "end_turn", "completed"],
    ["ends the turn (Grok, codex-acp)", "deny", "cancelled", "completed"],
    ["was asked for by cancelRun", "cancelRun", "cancelled", "interrupted"],
    ["is not explained by an allow", "allow", "cancelled", "failed"],
  ] as const)("where a denial %s", (_, decision, reason, outcome) => {
    const played = answered(decision, stop(reason));
    expect(played.all("turnCompleted")).toMatchObject([{ outcome }]);
    played.check();
  });

  test("a call that was refused and is not heard of again failed, but was not cut short (Gemini)", () => {
    const [result] = answered("deny", done).all("toolResult");
    expect(result).toMatchObject({ isError: true, content: [] });
    expect(result).not.toHaveProperty("truncated");
  });

  test("calls without a last word are closed, and what is still asked about them is withdrawn", () => {
    const played = new Played().ready();
    played.turn(stop("cancelled"), () => {
      played.updates(call("a", { kind: "execute", status: "in_progress" }));
      played.says(permission(7, { toolCallId: "b" })).feed(interrupting);
    });
    expect(played.all("toolResult")).toMatchObject([
      { toolCallId: "a", isError: true, truncated: true },
      { toolCallId: "b", isError: true, truncated: true },
    ]);
    expect(played.all("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "withdrawn" } },
    ]);
    played.check();
  });

  test("an ask that we answered with cancelled before cancelling is withdrawn then, by the id of the request", () => {
    const played = new Played().ready();
    played.turn(stop("cancelled"), () => {
      played.says(permission("x-1", { toolCallId: "a" }), permission("x-2", { toolCallId: "b" }));
      played.feed({ kind: "withdrawn", id: "x-1" });
      expect(played.all("approvalResolved").length).toBe(1);
      expect([...played.state.asks.values()].map(({ native }) => native.id)).toEqual(["x-2"]);
      played.feed(interrupting);
    });
    played.check();
  });
});

describe("several messages", () => {
  const said = (text: string): TranslateInput => ({
    kind: "input",
    input: { text, context: [] },
    steer: false,
  });

  test("what is said while a turn runs is told at once, and is a turn of its own", () => {
    const played = new Played().ready();
    played.turn(done, () => played.feed(said("Two."), said("Three.")));
    expect(played.state.pending.length).toBe(2);
    played.asks("session/prompt", done).asks("session/prompt", done);
    expect(played.kinds("turnStarted", "userMessage", "turnCompleted")).toEqual([
      "turnStarted",
      "userMessage",
      "userMessage",
      "userMessage",
      "turnCompleted",
      "turnStarted",
      "turnCompleted",
      "turnStarted",
      "turnCompleted",
    ]);
    expect(played.all("turnStarted").map(({ input }) => input?.text)).toEqual(["Go on.", "Two.", "Three."]);
    played.check();
  });

  test("only the answer to its own prompt ends a turn", () => {
    const played = new Played().ready();
    played.turn(done, () => {
      played.asks("session/set_mode", { result: {} }).says({ id: 99, ...done });
      expect(played.all("turnCompleted")).toEqual([]);
    });
    expect(played.all("turnCompleted").length).toBe(1);
  });
});

test("what comes outside of a turn belongs to none; the next one ends it", () => {
  const played = new Played().ready().turn(done).updates(chunk("By the way"));
  expect(played.events.at(-1)).not.toHaveProperty("turnId");
  played.turn(done);
  expect(played.all("assistantText").at(-1)).toMatchObject({ text: "By the way", isPartial: false });
  expect(played.all("turnStarted").length).toBe(2);
  played.check();
});

test("every agent's quirks leave a simple turn as it is", () => {
  for (const quirks of Object.values(agents)) {
    const played = new Played(quirks).ready();
    played.turn(done, () => played.updates(chunk("Hello.")));
    expect(played.kinds("turnStarted", "assistantText", "turnCompleted").length).toBe(3);
    expect(played.all("sessionStarted")).toMatchObject([
      { backend: quirks.id, capabilities: quirks.capabilities },
    ]);
    played.check();
  }
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answer,
  asked,
  type Draft,
  input,
  question,
  resolved,
  result,
  runOver,
  started,
  stream,
  takenUp,
  text,
  thought,
  turn,
  turnOver,
} from "../test/drafts.ts";
import { validStream } from "../test/valid-stream.ts";
import { checkStream, type StreamRule } from "./check-stream.ts";
import type { EventKind } from "./event.ts";

const rules = (drafts: readonly Draft[]) => checkStream(stream(drafts)).faults.map((fault) => fault.rule);
const starting: Draft = {
  ...{ kind: "statusChanged", from: "interrupted", to: "starting", reason: "resumed" },
  origin: "runtime",
};
const diffstat: Draft = { kind: "diffstat", files: 0, added: 0, removed: 0, ahead: 0, behind: 0 };

describe("each rule, by the shortest stream that breaks it", () => {
  const broken: Readonly<Record<StreamRule, readonly Draft[]>> = {
    resultWithoutCall: [result()],
    duplicateResult: [started(), result(), result()],
    duplicateCall: [started(), started()],
    openCall: [started(), runOver],
    inputWithoutCall: [input()],
    duplicateInput: [started(), input(), input()],
    textMismatch: [text("one ", true), text("two", true), text("one three")],
    openText: [text("one", true), runOver],
    duplicateApproval: [asked(), asked()],
    resolvedWithoutRequest: [resolved()],
    duplicateResolution: [asked(), resolved(), resolved()],
    unresolvedApproval: [asked(), runOver],
    allowedByNobody: [asked("a"), resolved("a", { kind: "allow" }, { by: "expired" })],
    duplicateQuestion: [question(), question()],
    answeredWithoutQuestion: [answer()],
    duplicateAnswer: [question(), answer(), answer()],
    unansweredQuestion: [question(), runOver],
    completedWithoutTurn: [turnOver()],
    duplicateTurn: [turn(), turn()],
    openTurn: [turn(), runOver],
    duplicateRunFinished: [runOver, runOver],
    afterRunFinished: [runOver, text("still here")],
    seqNotIncreasing: [
      { kind: "compaction", seq: 2 },
      { kind: "compaction", seq: 2 },
    ],
  };

  test.each(Object.entries(broken))("%s", (rule, drafts) => {
    expect(rules(drafts)).toEqual([rule]);
  });
});

describe("what is no fault", () => {
  const inSubagent = { parentToolCallId: "task" };
  test.each<[string, readonly Draft[]]>([
    ["an empty stream", []],
    ["a call without its input", [started(), result(), runOver]],
    ["a text without deltas", [text("a"), runOver]],
    ["two blocks of one message", [text("a", true), text("a"), text("b", true), text("b"), runOver]],
    [
      "text and thinking under one id",
      [text("a", true), thought("b", true), text("a"), thought("b"), runOver],
    ],
    [
      "one message id in a subagent and outside of it",
      [text("a", true), text("b", true, inSubagent), text("a"), text("b", false, inSubagent), runOver],
    ],
    [
      "a denial by whatever ended the wait",
      [asked("a"), resolved("a", { kind: "deny" }, { by: "abandoned" })],
    ],
    ["the runtime after the run", [runOver, { ...diffstat, origin: "runtime" }]],
    ["the backend once the session is taken up again", [runOver, takenUp, text("a"), runOver]],
    ["the backend once the runtime says that it starts one", [runOver, starting, text("a"), runOver]],
    [
      "turns without an id, one after the other",
      [
        { kind: "turnStarted", cause: "user" },
        { kind: "turnCompleted", outcome: "completed" },
        { kind: "turnStarted", cause: "backend" },
        { kind: "turnCompleted", outcome: "completed" },
        runOver,
      ],
    ],
    ["a stream that is cut off", [turn(), started(), asked(), question(), text("a", true)]],
  ])("%s", (_name, drafts) => {
    expect(rules(drafts)).toEqual([]);
  });

  test("live events without a seq", () => {
    const live = stream([text("a", true), text("b", true), text("ab")]).map(({ seq, ...event }) =>
      "isPartial" in event && event.isPartial ? event : { seq, ...event },
    );
    expect(checkStream(live).faults).toEqual([]);
  });
});

test("a fault names its place", () => {
  expect(checkStream(stream([turn(), result(), turnOver()])).faults).toEqual([
    { index: 1, rule: "resultWithoutCall", message: "call call was closed but never opened" },
  ]);
});

test("what a run leaves open is a fault of its end, also where the session is taken up again", () => {
  const left = [turn(), started(), asked(), question(), text("a", true), runOver];
  const found = ["openCall", "unresolvedApproval", "unansweredQuestion", "openTurn", "openText"];
  expect(rules(left)).toEqual(found);
  const { faults } = checkStream(stream([...left, takenUp, runOver]));
  expect(faults.map(({ rule, index }) => [rule, index])).toEqual(found.map((rule) => [rule, left.length]));
});

test("a session that starts again in the middle of a run closes nothing", () => {
  expect(rules([started(), text("a", true), takenUp, runOver])).toEqual(["openCall", "openText"]);
});

test("what a cut stream leaves waiting for a person is named", () => {
  const cut = [asked("one"), asked("two"), resolved("one"), question()];
  expect(checkStream(stream(cut))).toEqual({
    faults: [],
    openApprovals: ["two"],
    openQuestions: ["question"],
  });
});

describe("any valid stream", () => {
  /** What goes wrong where the one event that closes something is missing, or there twice. */
  const closing: Partial<Record<EventKind, { readonly dropped: StreamRule; readonly doubled: StreamRule }>> =
    {
      toolResult: { dropped: "openCall", doubled: "duplicateResult" },
      approvalResolved: { dropped: "unresolvedApproval", doubled: "duplicateResolution" },
      questionAnswered: { dropped: "unansweredQuestion", doubled: "duplicateAnswer" },
      turnCompleted: { dropped: "openTurn", doubled: "completedWithoutTurn" },
    };

  test("has no fault", () => {
    fc.assert(
      fc.property(validStream, (drafts) => {
        expect(rules(drafts)).toEqual([]);
      }),
    );
  });

  test("has exactly the right one where a closing event is missing or doubled", () => {
    fc.assert(
      fc.property(validStream, fc.nat(), (drafts, pick) => {
        const closers = drafts.filter(({ kind }) => closing[kind]);
        const closer = closers[pick % closers.length];
        const faults = closer && closing[closer.kind];
        if (!faults) throw new Error("every stream closes something");
        const index = drafts.indexOf(closer);
        expect(rules(drafts.toSpliced(index, 1))).toEqual([faults.dropped]);
        expect(rules(drafts.toSpliced(index, 0, closer))).toEqual([faults.doubled]);
      }),
    );
  });

  test("has a mismatch where one of several deltas is lost", () => {
    fc.assert(
      fc.property(validStream, fc.nat(), (drafts, pick) => {
        const lost = drafts.filter((draft) => isOneOfSeveralDeltas(draft, drafts));
        const delta = lost[pick % Math.max(lost.length, 1)];
        fc.pre(delta !== undefined);
        expect(rules(drafts.filter((draft) => draft !== delta))).toEqual(["textMismatch"]);
      }),
    );
  });

  function isOneOfSeveralDeltas(draft: Draft, drafts: readonly Draft[]): boolean {
    if (!("isPartial" in draft && draft.isPartial && draft.text !== "")) return false;
    const ofSame = (other: Draft) =>
      "isPartial" in other && other.isPartial && other.messageId === draft.messageId;
    return drafts.filter(ofSame).length > 1;
  }
});

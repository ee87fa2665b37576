import type { ApprovalAnswer, DecidedBy, Decision, QuestionReply } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import type { NativeAsk } from "../translate/input.ts";
import {
  type AskResult,
  mayAllow,
  toApprovalResult,
  toCancelledResult,
  toQuestionResult,
} from "./decision.ts";

const kinds = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;
const decisions: readonly Decision[] = [
  { kind: "allow" },
  { kind: "allow", updatedInput: { command: "other" } },
  { kind: "allowAlways", scope: "session" },
  { kind: "allowAlways", scope: "project", pattern: "git *" },
  { kind: "deny" },
  { kind: "deny", message: "no" },
  { kind: "cancelRun" },
];
const deciders: readonly DecidedBy["by"][] = [
  "person",
  "rule",
  "policy",
  "expired",
  "abandoned",
  "withdrawn",
  "noAnswerer",
];

/** Every set of options, by kind; their ids are nothing to go by. */
const offers = Array.from({ length: 2 ** kinds.length }, (_, bits) =>
  kinds.filter((_, n) => bits & (1 << n)),
);

const permission = (offer: readonly string[]): NativeAsk => ({
  method: "permission",
  id: 0,
  toolCallId: "call",
  options: offer.map((kind, n) => ({ kind, optionId: `option-${n}-for-${kind}` })),
});
const exitPlan: NativeAsk = { method: "exitPlan", id: 0, toolCallId: "call" };
const question: NativeAsk = { method: "question", id: 0, toolCallId: "call" };

const answer = (decision: Decision, by: DecidedBy["by"]): ApprovalAnswer => ({ decision, by: { by } });
const cancelled: AskResult = { outcome: { outcome: "cancelled" } };

/** The kind that a result chooses. */
function chosen(native: NativeAsk, result: AskResult): string {
  const { outcome } = result;
  if (typeof outcome === "string") return outcome;
  if (outcome.outcome === "cancelled") return "cancelled";
  const options = native.method === "permission" ? native.options : [];
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind ?? "unknown";
}

describe("a request for permission", () => {
  const table = offers.flatMap((offer) =>
    decisions.flatMap((decision) => deciders.map((by) => ({ offer, decision, by }))),
  );

  test.each(table)("offering $offer, $decision by $by", ({ offer, decision, by }) => {
    const native = permission(offer);
    const kind = chosen(native, toApprovalResult({ native }, answer(decision, by)));
    const [yes, no] = (["allow_once", "reject_once"] as const).map(
      (wanted) => offer.includes(wanted) && wanted,
    );
    const refused = no || "cancelled";
    const isAllow = decision.kind === "allowAlways" || (decision.kind === "allow" && !decision.updatedInput);
    if (by === "withdrawn" || by === "abandoned" || decision.kind === "cancelRun")
      expect(kind).toBe("cancelled");
    else expect(kind).toBe(isAllow ? yes || refused : refused);
  });

  test("whatever is offered, a rule of the agent's own is never made", () => {
    const made = table.map(({ offer, decision, by }) => {
      const native = permission(offer);
      return chosen(native, toApprovalResult({ native }, answer(decision, by)));
    });
    expect(new Set(made)).toEqual(new Set(["allow_once", "reject_once", "cancelled"]));
  });

  test("where only allow_always would let it through, it can't be allowed", () => {
    expect(mayAllow(permission(["allow_always", "reject_once"]))).toBe(false);
    expect(mayAllow(permission(["allow_once"]))).toBe(true);
  });

  test("a kind of decision from the future cancels", () => {
    const later = { kind: "later" } as unknown as Decision;
    expect(toApprovalResult({ native: permission(kinds) }, answer(later, "person"))).toEqual(cancelled);
  });
});

test.each<[Decision, DecidedBy["by"], AskResult]>([
  [{ kind: "allow" }, "person", { outcome: "approved" }],
  [{ kind: "allowAlways", scope: "session" }, "rule", { outcome: "approved" }],
  [{ kind: "allow", updatedInput: {} }, "person", { outcome: "rejected" }],
  [{ kind: "deny" }, "noAnswerer", { outcome: "rejected" }],
  [{ kind: "deny", message: "too long" }, "person", { outcome: "rejected", feedback: "too long" }],
  [{ kind: "deny" }, "withdrawn", { outcome: "cancelled" }],
  [{ kind: "deny" }, "abandoned", { outcome: "cancelled" }],
  [{ kind: "cancelRun" }, "person", { outcome: "cancelled" }],
])("leaving plan mode: %j by %s", (decision, by, result) => {
  expect(mayAllow(exitPlan)).toBe(true);
  expect(toApprovalResult({ native: exitPlan }, answer(decision, by))).toEqual(result);
});

const by = { by: "person" } as const;

test.each<[QuestionReply, AskResult]>([
  [
    { kind: "answered", answers: { "Which?": ["A"] }, by },
    { outcome: "accepted", answers: { "Which?": "A" } },
  ],
  [
    { kind: "answered", answers: { "Which?": ["A", "B"], "When?": [] }, by },
    { outcome: "accepted", answers: { "Which?": ["A", "B"], "When?": [] } },
  ],
  [{ kind: "declined", by }, { outcome: "cancelled" }],
  [{ kind: "declined", by: { by: "withdrawn" } }, { outcome: "cancelled" }],
])("a question: %j", (reply, result) => {
  expect(toQuestionResult({ native: question }, reply)).toEqual(result);
});

test("an approval's answer to a question lets nothing through", () => {
  expect(toApprovalResult({ native: question }, answer({ kind: "allow" }, "person"))).toEqual({
    outcome: "cancelled",
  });
});

test.each([
  [permission(kinds), cancelled],
  [exitPlan, { outcome: "cancelled" }],
  [question, { outcome: "cancelled" }],
])("what nobody will answer any more: %j", (native, result) => {
  expect(toCancelledResult(native)).toEqual(result);
});

import type { AgentEvent, ApprovalId, QuestionId, SessionId, TurnId } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AttentionState, nextAttention, noAttention } from "./attention.ts";
import { noticeOf } from "./notice.ts";

const sessionId = "session-1" as SessionId;
const make = eventFactory(sessionId);
const request = (id: string) =>
  ({ id, tool: "Bash", summary: "Bash: curl -H token", input: {} }) as unknown as Extract<
    AgentEvent,
    { kind: "approvalRequested" }
  >["request"];
const by = { by: "person" as const };
const ask = (id: string) => make("approvalRequested", { request: request(id) });
const auto = (id: string) => make("approvalRequested", { request: request(id), auto: { by: "policy" } });
const decide = (id: string) =>
  make("approvalResolved", { approvalId: id as ApprovalId, decision: { kind: "allow" }, decidedBy: by });
const question = (id: string) => make("questionAsked", { questionId: id as QuestionId, questions: [] });
const answer = (id: string) => make("questionAnswered", { questionId: id as QuestionId, answeredBy: by });
const turn = () => make("turnStarted", { turnId: "t" as TurnId, cause: "user" });
const turnOver = (outcome: "completed" | "failed" | "interrupted") =>
  make("turnCompleted", { turnId: "t" as TurnId, outcome });
const end = (outcome: "completed" | "failed" | "interrupted") => make("runFinished", { outcome });
const said = () => make("userMessage", { text: "go on", context: [] });
const to = (status: "preparing" | "starting" | "archived") =>
  make("statusChanged", { from: "failed", to: status, reason: "" });
const setupFailed = (recoverable: boolean) =>
  make("error", { code: "setupFailed", message: "exit 3", recoverable });
const integration = (phase: "conflicted" | "merged") => make("integration", { phase, target: "main" });

const fold = (events: readonly AgentEvent[]) => events.reduce(nextAttention, noAttention);
const reasons = (state: AttentionState) => [...state.open.values()].map(({ reason }) => reason);

describe("what needs a person", () => {
  test.each<[string, AgentEvent[], string[]]>([
    ["nothing", [turn()], []],
    ["an approval", [turn(), ask("a")], ["approval"]],
    ["not one that a policy decides", [turn(), auto("a")], []],
    ["not one that was answered", [turn(), ask("a"), ask("b"), decide("a")], ["approval"]],
    ["the same once, however often it is heard of", [turn(), ask("a"), ask("a")], ["approval"]],
    ["a question", [turn(), question("q")], ["question"]],
    ["not one that was answered, by whomever", [turn(), question("q"), answer("q")], []],
    ["a turn that is over", [turn(), turnOver("completed")], ["done"]],
    ["not while another runs", [turn(), turn(), turnOver("completed")], []],
    ["not one that a person stopped", [turn(), turnOver("interrupted"), end("interrupted")], []],
    ["not once the next message is said", [turn(), turnOver("completed"), said()], []],
    ["a turn that failed, and its run, once", [turn(), turnOver("failed"), end("failed")], ["failed"]],
    ["a run that died with a question open", [turn(), question("q"), end("failed")], ["failed"]],
    ["a run that ended well", [turn(), turnOver("completed"), end("completed")], ["done"]],
    ["not what is taken up again", [turn(), end("failed"), to("starting")], []],
    ["a set-up that failed", [setupFailed(false)], ["setupFailed"]],
    ["not one after which the agent started all the same", [setupFailed(true)], []],
    ["not one that is tried again", [setupFailed(false), to("preparing")], []],
    ["a conflict", [integration("conflicted")], ["conflicted"]],
    ["not one that is over", [integration("conflicted"), integration("merged")], []],
    ["nothing that is put away", [integration("conflicted"), to("archived")], []],
  ])("%s", (_name, events, expected) => {
    expect(reasons(fold(events))).toEqual(expected);
  });

  const anyEvent = fc.constantFrom(
    ask("a"),
    ask("b"),
    auto("c"),
    decide("a"),
    decide("b"),
    question("q"),
    answer("q"),
    turn(),
    turnOver("completed"),
    turnOver("failed"),
    end("failed"),
    end("completed"),
    said(),
    to("starting"),
    integration("conflicted"),
    integration("merged"),
  );

  test("is the same however the events are read, and each thing has one id for good", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.nat(40), (events, split) => {
        const state = fold(events);
        expect(events.slice(split).reduce(nextAttention, fold(events.slice(0, split)))).toEqual(state);
        for (const [id, attention] of state.open) expect(id).toBe(attention.id);
        // At most one of each but approvals and questions: nobody is flooded.
        expect(state.open.size).toBeLessThanOrEqual(2 + 1 + 4);
        expect(reasons(nextAttention(state, to("archived")))).toEqual([]);
      }),
    );
  });
});

test("what is shown says that a person is needed and where, and nothing that an agent wrote", () => {
  const attention = [...fold([turn(), ask("a")]).open.values()][0];
  if (!attention) throw new Error("nothing is open");
  const about = { sessionId, projectId: "project-1" as never };
  const notice = noticeOf(attention, {
    ...about,
    title: "Use sk-live-4f9aB8c7d6e5f4a3b2c1 \u001b[2J\u202enow\n-x",
  });
  expect(notice).toMatchObject({
    id: attention.id,
    reason: "approval",
    title: "Nucleic: needs your approval",
    body: "Use … [2J now -x (Bash)",
  });
  expect(JSON.stringify(notice)).not.toContain("curl");
  const long = noticeOf(attention, { ...about, title: "word ".repeat(100) });
  expect([...long.body]).toHaveLength(160);
});

import type { AgentEvent, ApprovalId, QuestionId, SessionStatus, TurnId } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initialState, nextState, nextStatus, type SessionState } from "./state-machine.ts";
import { transitions } from "./transitions.ts";

const make = eventFactory();
const by = { by: "person" as const };
const deny = { kind: "deny" as const };
const request = (id: string) =>
  ({ id, options: [] }) as unknown as Extract<AgentEvent, { kind: "approvalRequested" }>["request"];

const events = {
  prepare: () => make("statusChanged", { from: "created", to: "preparing", reason: "" }),
  start: (from: SessionStatus) => make("statusChanged", { from, to: "starting", reason: "" }),
  archive: (from: SessionStatus) => make("statusChanged", { from, to: "archived", reason: "" }),
  ready: () =>
    make("sessionStarted", { backend: "b", backendSessionId: "s", cwd: "/", capabilities: {} as never }),
  turn: (id: string) => make("turnStarted", { turnId: id as TurnId, cause: "user" }),
  turnOver: (id: string) => make("turnCompleted", { turnId: id as TurnId, outcome: "completed" }),
  ask: (id: string) => make("approvalRequested", { request: request(id) }),
  auto: (id: string) => make("approvalRequested", { request: request(id), auto: { by: "policy" } }),
  decide: (id: string) =>
    make("approvalResolved", { approvalId: id as ApprovalId, decision: deny, decidedBy: by }),
  question: (id: string) => make("questionAsked", { questionId: id as QuestionId, questions: [] }),
  answer: (id: string) => make("questionAnswered", { questionId: id as QuestionId, answeredBy: by }),
  end: (outcome: "completed" | "failed" | "interrupted") => make("runFinished", { outcome }),
  text: () => make("assistantText", { messageId: "m", text: "t", isPartial: false }),
  disposition: () => make("dispositionChanged", { disposition: "completed", by: "agent" }),
};

function fold(history: readonly AgentEvent[], from: SessionState = initialState): SessionState {
  return history.reduce(nextState, from);
}

describe("the session state machine", () => {
  const { start, ready, turn, turnOver, ask, auto, decide, question, answer, end } = events;
  const begun = [start("created"), ready()];

  it.each<[string, AgentEvent[], SessionStatus]>([
    ["nothing yet", [], "created"],
    ["the workspace is made", [events.prepare()], "preparing"],
    ["the agent starts", [start("created")], "starting"],
    ["it takes input", begun, "awaitingInput"],
    ["a turn runs", [...begun, turn("1")], "running"],
    ["a turn that begins before the agent has said who it is", [start("created"), turn("1")], "running"],
    ["the turn is over", [...begun, turn("1"), turnOver("1")], "awaitingInput"],
    ["one of two turns is over", [...begun, turn("1"), turn("2"), turnOver("1")], "running"],
    ["it asks", [...begun, turn("1"), ask("a")], "awaitingApproval"],
    [
      "it asks twice and hears once",
      [...begun, turn("1"), ask("a"), ask("b"), decide("a")],
      "awaitingApproval",
    ],
    ["it hears twice", [...begun, turn("1"), ask("a"), ask("b"), decide("a"), decide("b")], "running"],
    ["a policy decides", [...begun, turn("1"), auto("a")], "running"],
    ["it has a question", [...begun, turn("1"), question("q")], "awaitingAnswer"],
    [
      "an approval goes before a question",
      [...begun, turn("1"), question("q"), ask("a")],
      "awaitingApproval",
    ],
    ["the question is left", [...begun, turn("1"), question("q"), ask("a"), decide("a")], "awaitingAnswer"],
    ["it is answered", [...begun, turn("1"), question("q"), answer("q")], "running"],
    ["a background task asks between turns", [...begun, ask("a"), decide("a")], "awaitingInput"],
    ["the run ends", [...begun, end("completed")], "finished"],
    ["it dies in the middle", [...begun, turn("1"), ask("a"), end("failed")], "failed"],
    ["it is taken up again", [...begun, end("interrupted"), start("interrupted"), ready()], "awaitingInput"],
    ["it is put away", [...begun, end("completed"), events.archive("finished")], "archived"],
    [
      "it is taken out again",
      [...begun, end("completed"), events.archive("finished"), start("archived")],
      "starting",
    ],
  ])("%s", (_name, history, status) => {
    expect(fold(history).status).toBe(status);
  });

  it("forgets the disposition when the next turn begins", () => {
    const state = fold([...begun, turn("1"), turnOver("1"), events.disposition()]);
    expect(state.disposition).toBe("completed");
    expect(nextState(state, turn("2")).disposition).toBeUndefined();
  });

  it.each<[string, AgentEvent[], AgentEvent]>([
    ["a turn without a run", [], turn("1")],
    ["an approval after the run", [...begun, end("completed")], ask("a")],
    ["a second end", [...begun, end("completed")], end("completed")],
    ["a change from where it is not", [...begun], start("created")],
    ["putting away what runs", [...begun], events.archive("awaitingInput")],
  ])("refuses %s", (_name, history, event) => {
    expect(() => nextStatus(fold(history), event)).toThrow(
      expect.objectContaining({ name: "RuntimeError", code: "illegalTransition" }),
    );
  });

  it("passes over kinds it does not know", () => {
    expect(nextState(initialState, { kind: "hologram", seq: 1 })).toBe(initialState);
  });

  const anyEvent = fc.oneof(
    fc.constantFrom(events.prepare, events.ready, events.text, events.disposition).map((make) => make()),
    fc.constantFrom(...(Object.keys(transitions) as SessionStatus[])).map(start),
    fc.constantFrom(...(Object.keys(transitions) as SessionStatus[])).map(events.archive),
    fc
      .tuple(
        fc.constantFrom(turn, turnOver, ask, auto, decide, question, answer),
        fc.constantFrom("1", "2", "3"),
      )
      .map(([make, id]) => make(id)),
    fc.constantFrom("completed" as const, "failed" as const, "interrupted" as const).map(end),
  );

  it("moves only along the table, and a replay of what was taken ends in the same state", () => {
    const seen = new Set<SessionStatus>();
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.nat(60), (program, split) => {
        let state = fold([start("created")]);
        const taken: AgentEvent[] = [start("created")];
        for (const event of program) {
          let next: SessionState;
          try {
            next = nextState(state, event);
          } catch {
            continue;
          }
          expect([state.status, ...transitions[state.status]]).toContain(next.status);
          expect(next.openApprovals.length > 0).toBe(next.status === "awaitingApproval");
          state = next;
          seen.add(state.status);
          taken.push(event);
        }
        expect(fold(JSON.parse(JSON.stringify(taken)))).toEqual(state);
        expect(fold(taken.slice(split), fold(taken.slice(0, split)))).toEqual(state);
      }),
    );
    expect(seen.size).toBeGreaterThan(7);
  });
});

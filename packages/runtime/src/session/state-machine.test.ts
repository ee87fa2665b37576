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
  prepare: (from: SessionStatus = "created") => make("statusChanged", { from, to: "preparing", reason: "" }),
  fail: (from: SessionStatus) => make("statusChanged", { from, to: "failed", reason: "" }),
  stop: (from: SessionStatus) => make("statusChanged", { from, to: "interrupted", reason: "" }),
  setUp: () => make("setupStarted", { script: "make" }),
  setUpOver: (exitCode: number) => make("setupFinished", { exitCode }),
  said: () => make("userMessage", { text: "t", context: [] }),
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
    ["it is set up", [events.prepare(), events.said(), events.setUp(), events.setUpOver(0)], "preparing"],
    ["set up, the agent starts", [events.prepare(), events.setUpOver(0), start("preparing")], "starting"],
    ["the set-up fails", [events.prepare(), events.setUpOver(3), events.fail("preparing")], "failed"],
    [
      "it is stopped in the set-up",
      [events.prepare(), events.setUp(), events.stop("preparing")],
      "interrupted",
    ],
    [
      "it is set up once more",
      [events.prepare(), events.setUpOver(3), events.fail("preparing"), events.prepare("failed")],
      "preparing",
    ],
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
    ["a turn while it is set up", [events.prepare()], turn("1")],
    ["an end of a run while it is set up", [events.prepare()], end("failed")],
    ["setting up what runs", [...begun], events.prepare("awaitingInput")],
    ["putting away what is set up", [events.prepare()], events.archive("preparing")],
    ["putting away what runs", [...begun], events.archive("awaitingInput")],
  ])("refuses %s", (_name, history, event) => {
    expect(() => nextStatus(fold(history), event)).toThrow(
      expect.objectContaining({ name: "RuntimeError", code: "illegalTransition" }),
    );
  });

  it("passes over kinds it does not know", () => {
    expect(nextState(initialState, { kind: "hologram", seq: 1 })).toBe(initialState);
  });

  const statuses = Object.keys(transitions) as SessionStatus[];
  const moves = [events.prepare, start, events.fail, events.stop, events.archive];
  const outcomes = ["completed", "failed", "interrupted"] as const;
  /** An event, made where the session stands then; a change of status may be from somewhere else all the same. */
  const anyEvent = fc.oneof(
    fc.constantFrom(events.text, events.disposition, events.setUp, events.said).map((make) => () => make()),
    { weight: 2, arbitrary: fc.constant(() => events.ready()) },
    fc.constantFrom(0, 3).map((exitCode) => () => events.setUpOver(exitCode)),
    fc.constantFrom(...moves).map((make) => (status: SessionStatus) => make(status)),
    fc.tuple(fc.constantFrom(...moves), fc.constantFrom(...statuses)).map(
      ([make, from]) =>
        () =>
          make(from),
    ),
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(turn, turnOver, ask, auto, decide, question, answer),
          fc.constantFrom("1", "2", "3"),
        )
        .map(
          ([make, id]) =>
            () =>
              make(id),
        ),
    },
    fc.constantFrom(...outcomes).map((outcome) => () => end(outcome)),
  );

  it("moves only along the table, and a replay of what was taken ends in the same state", () => {
    // Programs long enough that each status is come to dozens of times.
    const seen = new Set<SessionStatus>();
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60, size: "max" }), fc.nat(60), (program, split) => {
        let state = initialState;
        const taken: AgentEvent[] = [];
        for (const eventAt of program) {
          const event = eventAt(state.status);
          let next: SessionState;
          try {
            next = nextState(state, event);
          } catch {
            continue;
          }
          expect([state.status, ...transitions[state.status]]).toContain(next.status);
          expect(next.openApprovals.length > 0).toBe(next.status === "awaitingApproval");
          if (next.status === "preparing")
            expect(next).toEqual({ ...initialState, status: "preparing", disposition: next.disposition });
          if (["setupStarted", "setupLog", "setupFinished", "userMessage"].includes(event.kind))
            expect(next).toBe(state);
          state = next;
          seen.add(state.status);
          taken.push(event);
        }
        expect(fold(JSON.parse(JSON.stringify(taken)))).toEqual(state);
        expect(fold(taken.slice(split), fold(taken.slice(0, split)))).toEqual(state);
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual([...statuses].sort());
  });
});

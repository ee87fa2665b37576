import { describe, expect, test } from "vitest";
import { agents, call, callUpdate, done, Played, person } from "../../test/played.ts";

const notify = (update: object) => ({
  method: "_x.ai/session_notification",
  params: { sessionId: "native", update },
});
const delta = (tool_index: number, arguments_delta: string, more: object = {}) =>
  notify({ sessionUpdate: "tool_call_delta_chunk", tool_index, arguments_delta, ...more });
const first = (tool_index: number, tool_call_id: string) =>
  delta(tool_index, "", { tool_call_id, name: "write" });

function inTurn(...messages: readonly object[]): Played {
  const played = new Played(agents.grok).ready();
  played.turn(done, () => played.says(...(messages as { method: string }[])));
  return played;
}

describe("the input of a call as it is written", () => {
  const deltas = (played: Played) =>
    played.all("toolCallInputDelta").map(({ toolCallId, partialJson }) => [toolCallId, partialJson]);

  test("begins the call; what follows is known by its place in the reply", () => {
    const played = inTurn(first(0, "a"), delta(0, '{"x":'), first(1, "b"), delta(1, "{}"), delta(0, "1}"));
    expect(deltas(played)).toEqual([
      ["a", '{"x":'],
      ["b", "{}"],
      ["a", "1}"],
    ]);
    expect(played.all("toolCallStarted")).toMatchObject([
      { toolCallId: "a", tool: "Write", nativeTool: "write" },
      { toolCallId: "b" },
    ]);
    played.check();
  });

  test("places begin anew with each reply", () => {
    const over = notify({ sessionUpdate: "response_completed" });
    expect(deltas(inTurn(first(0, "a"), over, delta(0, "lost"), first(0, "b"), delta(0, "{}")))).toEqual([
      ["b", "{}"],
    ]);
  });

  test("the call goes on as any other", () => {
    const played = new Played(agents.grok).ready();
    played.turn(done, () =>
      played
        .says(first(0, "a"), delta(0, "{}"))
        .updates(call("a", { rawInput: { file_path: "/repo/a", content: "x" } }))
        .updates(callUpdate("a", { status: "completed" })),
    );
    expect(played.kinds("toolCallStarted", "toolCallCompleted", "toolResult").length).toBe(3);
    played.check();
  });
});

describe("leaving plan mode", () => {
  const exit = {
    id: 3,
    method: "_x.ai/exit_plan_mode",
    params: { toolCallId: "a", planContent: "1. Do it." },
  };

  test("is an approval of its own tool, with the plan", () => {
    const played = new Played(agents.grok).ready();
    played.turn(done, () => played.says(first(0, "a"), exit));
    expect(played.all("approvalRequested")).toMatchObject([
      { request: { tool: "ExitPlan", toolCallId: "a", input: { plan: "1. Do it." } } },
    ]);
    played.check();
  });

  test("needs no call that was heard of", () => {
    const played = inTurn(exit, { ...exit, id: 4, params: {} });
    expect(played.all("approvalRequested").length).toBe(2);
    played.check();
  });

  test("was refused, though the agent calls that completed", () => {
    const played = new Played(agents.grok).ready();
    played.turn(done, () => {
      played.says(exit);
      const approvalId = played.all("approvalRequested")[0]?.request.id;
      if (!approvalId) throw new Error("nothing was asked");
      played.feed({ kind: "answered", approvalId, answer: { decision: { kind: "deny" }, by: person } });
      played.updates(callUpdate("a", { status: "completed" }));
    });
    expect(played.all("toolResult")).toMatchObject([{ isError: true }]);
    played.check();
  });
});

test("a question", () => {
  const questions = [
    {
      question: "Which?",
      header: "Pick",
      options: [{ label: "A", description: "a" }, { label: "B" }],
      multiSelect: null,
    },
    { question: "When?", multiSelect: true },
  ];
  const played = new Played(agents.grok).ready();
  played.turn(done, () => {
    played.says({ id: 5, method: "_x.ai/ask_user_question", params: { toolCallId: "a", questions } });
    expect(played.all("questionAsked")).toMatchObject([
      {
        toolCallId: "a",
        questions: [
          {
            id: "Which?",
            text: "Which?",
            header: "Pick",
            options: [{ label: "A", description: "a" }, { label: "B" }],
            multiSelect: false,
            freeText: true,
          },
          { id: "When?", options: [], multiSelect: true },
        ],
      },
    ]);
    const questionId = played.all("questionAsked")[0]?.questionId;
    if (!questionId) throw new Error("nothing was asked");
    played.feed({
      kind: "replied",
      questionId,
      reply: { kind: "answered", answers: { "Which?": ["A"] }, by: person },
    });
  });
  expect(played.all("questionAnswered")).toMatchObject([
    { answers: { "Which?": ["A"] }, answeredBy: person },
  ]);
  played.check();
});

test.each([
  ["_x.ai/session/setup", {}],
  ["_x.ai/session_notification", { update: { sessionUpdate: "turn_completed" } }],
  ["fs/read_text_file", {}],
])("%s tells nothing", (method, params) => {
  expect(inTurn({ method, params, ...(method.startsWith("fs") && { id: 1 }) }).kinds()).toEqual([
    "sessionStarted",
    "turnStarted",
    "userMessage",
    "turnCompleted",
  ]);
});

test("what is not known is passed on as it is, requests too", () => {
  const natives = [
    { method: "_x.ai/brand_new", params: { a: 1 } },
    { id: 9, method: "brand/new" },
  ];
  expect(inTurn(...natives).all("raw")).toMatchObject(natives.map((native) => ({ backend: "grok", native })));
});

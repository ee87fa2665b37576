import type { ApprovalId, QuestionId } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import {
  bash,
  called,
  canUseTool,
  exit,
  failedResult,
  init,
  input,
  interrupted,
  Play,
  play,
  playBare,
  result,
  toolResult,
} from "../../test/claude-lines.ts";

const command = { command: "rm -r build", description: "d" };
const asked = () =>
  play(input("go"), init(), bash("m1", "t1"), canUseTool("r1", "Bash", command, { tool_use_id: "t1" }));
const idOf = (run: Play) => run.asks[0]?.id as ApprovalId;
const allow = (run: Play) =>
  ({
    kind: "answered",
    approvalId: idOf(run),
    answer: { decision: { kind: "allow" }, by: { by: "person" } },
  }) as const;

describe("an approval over stdio", () => {
  test("is asked with the raw facts, in the shared vocabulary, and names its key to the shell", () => {
    const ask = canUseTool(
      "r1",
      "Write",
      { file_path: "/repo/a", content: "x" },
      { tool_use_id: "t1", agent_id: "agent-1", blocked_path: "/repo/a", decision_reason_type: "mode" },
    );
    const run = play(input("go"), init(), ask);
    expect(run.of("approvalRequested")).toMatchObject([
      {
        turnId: "id-1",
        origin: "backend",
        request: {
          id: "id-2",
          sessionId: "session-1",
          toolCallId: "t1",
          tool: "Write",
          nativeTool: "Write",
          input: { path: "/repo/a", content: "x" },
          cwd: "/repo",
          paths: ["/repo/a"],
          agentId: "agent-1",
          reason: "mode",
          options: ["allow", "allowAlways", "deny", "cancelRun"],
        },
      },
    ]);
    expect(run.asks.map(({ native }) => native.keys)).toEqual([["r1"]]);
    expect(run.translator.state.asks.get("id-2")).toMatchObject({
      kind: "approval",
      native: { keys: ["r1"], ask: { toolName: "Write" } },
    });
  });

  test("shows what an edit would change", () => {
    const edit = { file_path: "a.txt", old_string: "one\ntwo", new_string: "one" };
    const run = play(input("go"), init(), canUseTool("r1", "Edit", edit));
    expect(run.of("approvalRequested")[0]?.request.diff).toBe(
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,1 @@\n-one\n-two\n+one\n",
    );
  });

  test("is resolved once by its answer, as the one who gave it", () => {
    const run = asked();
    run.feed(allow(run), allow(run), toolResult("t1", "ok"), result());
    expect(run.of("approvalResolved")).toMatchObject([
      { approvalId: idOf(run), decision: { kind: "allow" }, decidedBy: { by: "person" }, origin: "user" },
    ]);
    expect(run.check().faults).toEqual([]);
  });

  test("an answer of the policy or of a time-out is the runtime's word", () => {
    const run = asked();
    const answer = { decision: { kind: "deny" }, by: { by: "expired" } } as const;
    run.feed({ kind: "answered", approvalId: idOf(run), answer });
    expect(run.of("approvalResolved")).toMatchObject([{ origin: "runtime" }]);
  });

  test("is withdrawn when the CLI cancels it; a late answer says nothing", () => {
    const run = asked();
    run.feed({ type: "control_cancel_request", request_id: "r1" }, allow(run));
    expect(run.of("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "withdrawn" }, origin: "backend" },
    ]);
  });

  test("is withdrawn when its call ends without us", () => {
    const run = asked();
    run.feed(failedResult("t1", "rejected"), interrupted());
    expect(run.of("approvalResolved")).toMatchObject([{ decidedBy: { by: "withdrawn" } }]);
    expect(run.check().faults).toEqual([]);
  });

  test("is abandoned when the program dies, before its call is", () => {
    const run = asked();
    run.feed(exit({ signal: "SIGKILL" }));
    expect(run.kinds().slice(-4)).toEqual(["approvalResolved", "toolResult", "turnCompleted", "runFinished"]);
    expect(run.of("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
    ]);
  });

  test("a cancellation of what was never asked says nothing", () => {
    const run = asked();
    expect(run.feed({ type: "control_cancel_request", request_id: "r9" })).toEqual([]);
  });
});

describe("an approval over HTTP", () => {
  const ask = (key: string) =>
    ({ kind: "ask", ask: { key, toolName: "Bash", input: command, toolUseId: "t1" } }) as const;

  test("may come before the assistant line of its call (subagents)", () => {
    const run = play(input("go"), init(), ask("k1"));
    run.feed(allow(run), bash("m1", "t1", { parent_tool_use_id: "t0" }), toolResult("t1", "ok"), result());
    expect(run.check().faults).toEqual([]);
  });

  test("asked twice about one call (197 after a broken connection): one card, two keys to answer", () => {
    const run = play(input("go"), init(), bash("m1", "t1"), ask("k1"), ask("k2"));
    expect(run.of("approvalRequested")).toHaveLength(1);
    expect(run.asks.map(({ id }) => id)).toEqual(["id-2"]);
    expect(run.translator.state.asks.get("id-2")?.native.keys).toEqual(["k1", "k2"]);
  });

  test("stays open while one key still waits", () => {
    const run = play(input("go"), init(), bash("m1", "t1"), ask("k1"), ask("k2"));
    run.feed({ kind: "withdrawn", key: "k1" });
    expect(run.of("approvalResolved")).toEqual([]);
    run.feed({ kind: "withdrawn", key: "k2" });
    expect(run.of("approvalResolved")).toMatchObject([{ decidedBy: { by: "withdrawn" } }]);
  });

  test("concurrent ones are kept apart, and answered in any order", () => {
    const other = { kind: "ask", ask: { key: "k2", toolName: "Read", input: {}, toolUseId: "t2" } } as const;
    const run = play(input("go"), init(), bash("m1", "t1"), bash("m1", "t2"), ask("k1"), other);
    run.feed(
      { kind: "answered", approvalId: run.asks[1]?.id as ApprovalId, answer: allow(run).answer },
      toolResult("t2", "ok"),
      allow(run),
      toolResult("t1", "ok"),
      result(),
    );
    expect(run.of("approvalResolved").map((e) => e.approvalId)).toEqual(["id-3", "id-2"]);
    expect(run.check().faults).toEqual([]);
  });
});

describe("where stdin is not seen", () => {
  const bare = () => [init(), bash("m1", "t1"), canUseTool("r1", "Bash", command, { tool_use_id: "t1" })];
  const decided = (decision: string, source: string) => ({
    tool_result_meta: [{ id: "t1", permission_decision: { decision, source } }],
  });

  test.each([
    ["accept", "user_temporary", "allow", "person"],
    ["reject", "user_reject", "deny", "person"],
    ["accept", "user_permanent", "allow", "rule"],
    ["accept", "hook", "allow", "policy"],
    ["reject", "config", "deny", "policy"],
  ])("332 tells in the result: %s by %s", (decision, source, kind, by) => {
    const run = playBare(...bare(), toolResult("t1", "x", decided(decision, source)), result());
    expect(run.of("approvalResolved")).toMatchObject([{ decision: { kind }, decidedBy: { by } }]);
  });

  test("what is not told stays open and is named, never allowed", () => {
    const run = playBare(...bare(), toolResult("t1", "ran"), result());
    expect(run.of("approvalResolved")).toEqual([]);
    expect(run.check()).toMatchObject({ faults: [], openApprovals: ["id-2"] });
  });

  test("an interrupted call takes its ask with it, on both versions", () => {
    for (const fields of [
      { tool_result_meta: [{ id: "t1", non_execution_kind: "user-rejected" }] },
      { tool_use_result: "User rejected tool use" },
    ]) {
      const run = playBare(...bare(), failedResult("t1", "rejected", fields), interrupted());
      expect(run.of("approvalResolved")).toMatchObject([{ decidedBy: { by: "withdrawn" } }]);
      expect(run.of("toolResult")).toMatchObject([{ truncated: true }]);
    }
  });
});

describe("AskUserQuestion", () => {
  const questions = [
    {
      question: "Which color?",
      header: "Color",
      options: [{ label: "Red", description: "r" }, { label: "Blue" }],
      multiSelect: true,
    },
  ];
  const ask = canUseTool("r1", "AskUserQuestion", { questions }, { tool_use_id: "q1" });
  const call = called("m1", "q1", "AskUserQuestion", { questions });

  test("is a question, not an approval; free text is a valid answer", () => {
    const run = play(input("go"), init(), call, ask);
    expect(run.of("approvalRequested")).toEqual([]);
    expect(run.of("questionAsked")).toMatchObject([
      {
        questionId: "id-2",
        toolCallId: "q1",
        questions: [
          {
            id: "Which color?",
            text: "Which color?",
            header: "Color",
            options: [{ label: "Red", description: "r" }, { label: "Blue" }],
            multiSelect: true,
            freeText: true,
          },
        ],
      },
    ]);
    expect(run.translator.state.asks.get("id-2")?.kind).toBe("question");
  });

  test.each([
    [
      { kind: "answered", answers: { "Which color?": ["Blue"] }, by: { by: "person" } },
      { "Which color?": ["Blue"] },
    ],
    [{ kind: "declined", by: { by: "person" } }, undefined],
  ] as const)("is answered: %j", (reply, answers) => {
    const run = play(input("go"), init(), call, ask);
    run.feed({ kind: "replied", questionId: "id-2" as QuestionId, reply }, toolResult("q1", "ok"), result());
    expect(run.of("questionAnswered")).toHaveLength(1);
    expect(run.of("questionAnswered")[0]?.answers).toEqual(answers);
    expect(run.check().faults).toEqual([]);
  });

  test("where stdin is not seen, its result tells the answer on both versions", () => {
    const told = toolResult("q1", "ok", {
      tool_use_result: { questions, answers: { "Which color?": "Blue" } },
    });
    const run = playBare(init(), call, ask, told, result());
    expect(run.of("questionAnswered")).toMatchObject([
      { answers: { "Which color?": ["Blue"] }, answeredBy: { by: "person" } },
    ]);
  });
});

test("ExitPlanMode is an approval that carries the plan", () => {
  const plan = { plan: "# Plan", planFilePath: "/home/dev/.claude/plans/p.md" };
  const run = play(input("go"), init(), canUseTool("r1", "ExitPlanMode", plan, { tool_use_id: "t1" }));
  expect(run.of("approvalRequested")[0]?.request).toMatchObject({
    tool: "ExitPlan",
    input: { plan: "# Plan", planPath: "/home/dev/.claude/plans/p.md" },
  });
});

test("an answer to our own control request yields nothing", () => {
  const run = new Play();
  expect(
    run.feed({ type: "control_response", response: { subtype: "success", request_id: "i", response: {} } }),
  ).toEqual([]);
});

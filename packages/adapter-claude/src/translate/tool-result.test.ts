import { describe, expect, test } from "vitest";
import {
  bash,
  called,
  failedResult,
  init,
  input,
  type Move,
  play,
  result,
  system,
  toolResult,
} from "../../test/claude-lines.ts";

const after = (...moves: readonly Move[]) => play(input("go"), init(), ...moves);

describe("a tool result", () => {
  const png = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
  test.each([
    ["done", [{ kind: "text", text: "done" }]],
    ["", []],
    [
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      [
        { kind: "text", text: "a" },
        { kind: "text", text: "b" },
      ],
    ],
    [[png], [{ kind: "image", mediaType: "image/png", data: "AAAA" }]],
    [
      [{ type: "tool_reference", tool_name: "x" }],
      [{ kind: "native", native: { type: "tool_reference", tool_name: "x" } }],
    ],
  ])("carries its content: %j", (content, blocks) => {
    expect(after(bash("m1", "t1"), toolResult("t1", content)).of("toolResult")).toMatchObject([
      { toolCallId: "t1", content: blocks, isError: false },
    ]);
  });

  test("tells the exit code where the CLI does", () => {
    const run = after(bash("m1", "t1"), failedResult("t1", "Exit code 137\nkilled"));
    expect(run.of("toolResult")).toMatchObject([{ isError: true, exitCode: 137 }]);
  });

  test("does not take a command's own words for an exit code", () => {
    const run = after(bash("m1", "t1"), toolResult("t1", "Exit code 3"));
    expect(run.of("toolResult")[0]).not.toHaveProperty("exitCode");
  });

  test("comes in any order", () => {
    const run = after(
      bash("m1", "t1"),
      bash("m1", "t2"),
      toolResult("t2", "b"),
      toolResult("t1", "a"),
      result(),
    );
    expect(run.of("toolResult").map((e) => e.toolCallId)).toEqual(["t2", "t1"]);
    expect(run.check().faults).toEqual([]);
  });

  test("of a call that is not open (a resumed session's) is raw, verbatim", () => {
    const line = toolResult("t9", "late");
    const run = after(line);
    expect(run.of("toolResult")).toEqual([]);
    expect(run.of("raw")).toMatchObject([{ native: line }]);
  });

  test("names the time a subagent took", () => {
    const run = after(
      called("m1", "t1", "Agent", {}),
      toolResult("t1", "ok", { tool_use_result: { totalDurationMs: 261 } }),
    );
    expect(run.of("toolResult")).toMatchObject([{ durationMs: 261 }]);
  });
});

describe("subagents", () => {
  const agent = called("m1", "t0", "Agent", { prompt: "p", subagent_type: "x", run_in_background: true });
  const inner = (line: Record<string, unknown>) => ({ ...line, parent_tool_use_id: "t0", agent_id: "a1" });
  const started = system("task_started", { task_id: "a1", tool_use_id: "t0", is_backgrounded: true });
  const async = toolResult("t0", "launched", { tool_use_result: { isAsync: true } });

  test("are told as parts of the call that started them; their prompt is in that call", () => {
    const run = after(
      agent,
      inner({ type: "user", message: { content: [{ type: "text", text: "p" }] } }),
      inner(bash("m2", "t1")),
      inner(toolResult("t1", "ok")),
      toolResult("t0", "report"),
      result(),
    );
    expect(run.of("toolCallStarted")).toMatchObject([
      { tool: "Task", nativeTool: "Agent" },
      { toolCallId: "t1", parentToolCallId: "t0" },
    ]);
    expect(run.of("toolCallCompleted")[0]?.input).toEqual({ prompt: "p", agent: "x", background: true });
    expect(run.of("userMessage")).toHaveLength(1);
    expect(run.check().faults).toEqual([]);
  });

  test("332 says their words, and they run on after the turn in the background", () => {
    const run = after(
      agent,
      started,
      async,
      result(),
      inner({ type: "assistant", message: { id: "m2", content: [{ type: "text", text: "sub says" }] } }),
      inner(bash("m2", "t1")),
      inner(toolResult("t1", "ok")),
      system("task_notification", { task_id: "a1", tool_use_id: "t0", status: "completed" }),
    );
    const [text] = run.of("assistantText");
    expect(text).toMatchObject({ text: "sub says", parentToolCallId: "t0", messageId: "m2:0" });
    expect(text).not.toHaveProperty("turnId");
    expect(run.of("toolResult").map((e) => [e.toolCallId, e.truncated])).toEqual([
      ["t0", undefined],
      ["t1", undefined],
    ]);
    expect(run.of("turnStarted")).toHaveLength(1);
    expect(run.check().faults).toEqual([]);
  });

  test("a call of theirs that is open at the turn's end stays open in the background", () => {
    const run = after(agent, started, async, inner(bash("m2", "t1")), result());
    expect(run.translator.state.calls.has("t1")).toBe(true);
    run.feed(system("task_notification", { task_id: "a1", tool_use_id: "t0", status: "killed" }));
    expect(run.of("toolResult").at(-1)).toMatchObject({ toolCallId: "t1", truncated: true });
  });

  test("in the foreground it goes with the call that started them", () => {
    const run = after(agent, inner(bash("m2", "t1")), failedResult("t0", "stopped"), result());
    expect(run.of("toolResult").map((e) => [e.toolCallId, e.truncated])).toEqual([
      ["t0", undefined],
      ["t1", true],
    ]);
  });
});

describe("the plan", () => {
  const entries = (run: ReturnType<typeof play>) =>
    run.of("planUpdated").map((e) => e.entries.map((entry) => `${entry.text}: ${entry.status}`));

  test("TodoWrite carries it whole", () => {
    const todos = [
      { content: "a", status: "completed" },
      { content: "b", status: "in_progress" },
    ];
    const run = after(called("m1", "t1", "TodoWrite", { todos }), toolResult("t1", "ok"));
    expect(entries(run)).toEqual([["a: completed", "b: inProgress"]]);
  });

  test("a call that failed (197 and 332 have TodoWrite switched off) changes nothing", () => {
    const todos = [{ content: "a", status: "pending" }];
    const run = after(
      called("m1", "t1", "TodoWrite", { todos }),
      failedResult("t1", "No such tool available"),
    );
    expect(run.of("planUpdated")).toEqual([]);
  });

  test("TaskCreate, TaskUpdate and TaskList build it task by task", () => {
    const run = after(
      called("m1", "t1", "TaskCreate", { subject: "s" }),
      toolResult("t1", "ok", { tool_use_result: { task: { id: "1", subject: "s" } } }),
      called("m2", "t2", "TaskCreate", { subject: "r" }),
      toolResult("t2", "ok", { tool_use_result: { task: { id: "2", subject: "r" } } }),
      called("m3", "t3", "TaskUpdate", { taskId: "1", status: "in_progress", subject: "s!" }),
      toolResult("t3", "ok", {
        tool_use_result: { success: true, taskId: "1", statusChange: { to: "in_progress" } },
      }),
      called("m4", "t4", "TaskUpdate", { taskId: "2", status: "deleted" }),
      toolResult("t4", "ok", { tool_use_result: { success: true, taskId: "2" } }),
      called("m5", "t5", "TaskList", {}),
      toolResult("t5", "ok", {
        tool_use_result: { tasks: [{ id: "1", subject: "s!", status: "completed" }] },
      }),
    );
    expect(entries(run)).toEqual([
      ["s: pending"],
      ["s: pending", "r: pending"],
      ["s!: inProgress", "r: pending"],
      ["s!: inProgress"],
      ["s!: completed"],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import {
  bare,
  command,
  completed,
  inTurn,
  message,
  messageDelta,
  notification,
  ran,
  said,
  started,
  turnCompleted,
  turnStarted,
} from "../../test/app-server-lines.ts";

const reasoning = (fields: object = {}) => ({
  type: "reasoning",
  id: "r1",
  summary: [],
  content: [],
  ...fields,
});
const delta = (sort: "summaryText" | "text", index: number, text: string) =>
  notification(`item/reasoning/${sort}Delta`, {
    itemId: "r1",
    delta: text,
    ...(sort === "text" ? { contentIndex: index } : { summaryIndex: index }),
  });

describe("text", () => {
  test("streams, and its deltas are its final text", () => {
    const run = inTurn(...said("m1", "one two"), turnCompleted());
    expect(run.of("assistantText").map(({ text, isPartial }) => [text, isPartial])).toEqual([
      ["one ", true],
      ["two", true],
      ["one two", false],
    ]);
  });

  test("that was never streamed is told whole", () => {
    const run = inTurn(completed(message("m1", "at once")));
    expect(run.of("assistantText")).toMatchObject([{ text: "at once", isPartial: false }]);
  });

  test("whose end brings more than was streamed gets the rest as a delta", () => {
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "one "),
      completed(message("m1", "one two")),
    );
    expect(run.of("assistantText").map(({ text }) => text)).toEqual(["one ", "two", "one two"]);
    expect(run.faults()).toEqual([]);
  });

  test("whose end is another text is closed as it stands, and told under an id of its own", () => {
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "draft"),
      completed(message("m1", "final")),
      turnCompleted(),
    );
    expect(run.of("assistantText").slice(1)).toMatchObject([
      { messageId: "m1", text: "draft", truncated: true },
      { messageId: "m1:final", text: "final" },
    ]);
    expect(run.faults()).toEqual([]);
  });

  test("of a cut stream is closed when Codex begins again under a new id", () => {
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "one "),
      ...said("m2", "one two"),
      turnCompleted(),
    );
    expect(run.of("assistantText").filter(({ isPartial }) => !isPartial)).toMatchObject([
      { messageId: "m1", text: "one ", truncated: true },
      { messageId: "m2", text: "one two" },
    ]);
    expect(run.faults()).toEqual([]);
  });
});

describe("reasoning", () => {
  test("each part of the summary and of the raw thought is a block of its own", () => {
    const run = inTurn(
      started(reasoning()),
      notification("item/reasoning/summaryPartAdded", { itemId: "r1", summaryIndex: 0 }),
      delta("summaryText", 0, "First"),
      delta("summaryText", 1, "Second"),
      delta("text", 0, "raw "),
      delta("text", 0, "thought"),
      completed(reasoning({ summary: ["First", "Second"], content: ["raw thought"] })),
      turnCompleted(),
    );
    expect(run.of("thinking").filter(({ isPartial }) => !isPartial)).toMatchObject([
      { messageId: "r1:summary:0", text: "First" },
      { messageId: "r1:summary:1", text: "Second" },
      { messageId: "r1:content:0", text: "raw thought" },
    ]);
    expect(run.faults()).toEqual([]);
  });

  test("that was streamed and is left out at the end stays said", () => {
    const run = inTurn(
      started(reasoning()),
      delta("text", 0, "raw"),
      completed(reasoning({ summary: ["S"] })),
      turnCompleted(),
    );
    expect(run.of("thinking").at(-1)).toMatchObject({
      messageId: "r1:content:0",
      text: "raw",
      isPartial: false,
    });
    expect(run.faults()).toEqual([]);
  });
});

describe("a plan", () => {
  test("of update_plan is the plan", () => {
    const plan = [
      { step: "one", status: "completed" },
      { step: "two", status: "inProgress" },
      { step: "three", status: "brandNew" },
    ];
    const run = inTurn(notification("turn/plan/updated", { explanation: "why", plan }));
    expect(run.of("planUpdated")[0]?.entries).toEqual([
      { text: "one", status: "completed" },
      { text: "two", status: "inProgress" },
      { text: "three", status: "pending" },
    ]);
  });

  test("that is written down in plan mode is what the agent says, beside its message", () => {
    const plan = (text = "") => ({ type: "plan", id: "pl", text });
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "Here: "),
      started(plan()),
      notification("item/plan/delta", { itemId: "pl", delta: "# Plan\n" }),
      completed(plan("# Plan\n")),
      messageDelta("m1", "done"),
      completed(message("m1", "Here: done")),
      turnCompleted(),
    );
    expect(run.of("assistantText").filter(({ truncated }) => truncated)).toEqual([]);
    expect(run.of("assistantText")).toContainEqual(
      expect.objectContaining({ messageId: "pl", text: "# Plan\n", isPartial: false }),
    );
    expect(run.faults()).toEqual([]);
  });
});

describe("a command", () => {
  test("is a Bash call: the command as typed, its output, exit code and duration", () => {
    const run = inTurn(
      started(command("c1")),
      notification("item/commandExecution/outputDelta", { itemId: "c1", delta: "b\n" }),
      completed(ran("c1", { source: "unifiedExecStartup", aggregatedOutput: "a\nb\n" })),
    );
    expect(run.events.slice(-4)).toMatchObject([
      { kind: "toolCallStarted", toolCallId: "c1", tool: "Bash", nativeTool: "commandExecution" },
      {
        kind: "toolCallCompleted",
        input: { command: "ls -la", cwd: "/repo", nativeCommand: "/bin/bash -lc 'ls -la'" },
      },
      { kind: "toolOutputDelta", text: "b\n" },
      {
        kind: "toolResult",
        // Early output is only here.
        content: [{ kind: "text", text: "a\nb\n" }],
        isError: false,
        exitCode: 0,
        durationMs: 3,
      },
    ]);
  });

  test.each([
    [
      { status: "failed", exitCode: 1, aggregatedOutput: "no\n" },
      { isError: true, exitCode: 1, content: [{ text: "no\n" }] },
    ],
    [
      { status: "completed", exitCode: 3, aggregatedOutput: null },
      { isError: true, exitCode: 3, content: [] },
    ],
    [
      { status: "declined", exitCode: null, aggregatedOutput: null },
      { isError: true, content: [{ text: "declined" }] },
    ],
    [
      { status: "completed", exitCode: 0, aggregatedOutput: null },
      { isError: false, exitCode: 0, content: [] },
    ],
  ])("that ends as %j", (fields, result) => {
    const run = inTurn(started(command("c1")), completed(ran("c1", fields)));
    expect(run.of("toolResult")).toMatchObject([result]);
  });

  test("that was never announced is told whole", () => {
    const run = inTurn(completed(ran("c1")));
    expect(run.kinds().slice(-3)).toEqual(["toolCallStarted", "toolCallCompleted", "toolResult"]);
  });
});

describe("other tools", () => {
  const mcp = {
    type: "mcpToolCall",
    id: "x",
    server: "s",
    tool: "look",
    arguments: { a: 1 },
    status: "inProgress",
  };
  const search = { type: "webSearch", id: "x", query: "", action: null };
  const collab = {
    type: "collabAgentToolCall",
    id: "x",
    tool: "spawnAgent",
    status: "inProgress",
    prompt: null,
    receiverThreadIds: [],
    agentsStates: {},
  };
  const dynamic = {
    type: "dynamicToolCall",
    id: "x",
    tool: "mine",
    arguments: { a: 1 },
    status: "inProgress",
  };
  const text = { type: "text", text: "found" };

  test.each([
    [
      mcp,
      {
        ...mcp,
        status: "completed",
        result: { content: [text, { type: "image", mimeType: "image/png", data: "AA==" }] },
        durationMs: 6,
      },
      { tool: "Mcp", input: { server: "s", tool: "look", arguments: { a: 1 } } },
      {
        isError: false,
        durationMs: 6,
        content: [
          { kind: "text", text: "found" },
          { kind: "image", mediaType: "image/png" },
        ],
      },
    ],
    [
      mcp,
      { ...mcp, status: "failed", error: { message: "user rejected MCP tool call" } },
      { tool: "Mcp", input: { server: "s" } },
      { isError: true, content: [{ kind: "text", text: "user rejected MCP tool call" }] },
    ],
    [
      search,
      { ...search, query: "weather", action: { type: "search", query: "weather" } },
      { tool: "WebSearch", input: { query: "weather" } },
      { isError: false, content: [] },
    ],
    [
      collab,
      {
        ...collab,
        status: "completed",
        prompt: "look",
        receiverThreadIds: ["t2"],
        agentsStates: { t2: { status: "running" } },
      },
      { tool: "Task", input: { prompt: "look", receiverThreadIds: ["t2"] } },
      { isError: false, content: [{ kind: "native" }] },
    ],
    [
      { ...collab, tool: "wait" },
      { ...collab, tool: "wait", status: "interrupted" },
      { tool: "Other", nativeTool: "wait", input: {} },
      { isError: true },
    ],
    [
      dynamic,
      { ...dynamic, status: "completed", success: false, contentItems: [{ type: "inputText", text: "no" }] },
      { tool: "Other", nativeTool: "mine", input: { a: 1 } },
      { isError: true, content: [{ kind: "text", text: "no" }] },
    ],
    [
      { type: "imageView", id: "x", path: "/repo/a.png" },
      { type: "imageView", id: "x", path: "/repo/a.png" },
      { tool: "Read", input: { path: "/repo/a.png" } },
      { isError: false, content: [] },
    ],
  ])("%j", (begin, end, { input, ...call }, result) => {
    const run = inTurn(started(begin), completed(end), turnCompleted());
    expect(run.of("toolCallStarted")).toMatchObject([call]);
    expect(run.of("toolCallCompleted")).toMatchObject([{ input }]);
    expect(run.of("toolResult")).toMatchObject([result]);
    expect(run.faults()).toEqual([]);
  });
});

describe("what no event says is passed on as it came", () => {
  const lines = [
    notification("brand/new", { a: 1 }),
    notification("warning", { message: "fallback metadata" }),
    notification("item/autoApprovalReview/started", { reviewId: "r" }),
    notification("mcpServer/startupStatus/updated", { name: "s", status: "ready" }),
    started({ type: "brandNew", id: "b1" }),
    completed({ type: "enteredReviewMode", id: "e1", review: "r" }),
    completed({ type: "constructor", id: "b2" }),
  ];

  test.each(lines)("%j", (line) => {
    expect(inTurn().feed(line)).toMatchObject([{ kind: "raw", backend: "codex", native: line }]);
  });

  test.each([
    notification("turn/diff/updated", { diff: "d" }),
    notification("thread/status/changed", { status: { type: "active", activeFlags: ["waitingOnApproval"] } }),
    notification("remoteControl/status/changed", { threadId: undefined, turnId: undefined }),
    notification("constructor", { threadId: "other" }),
  ])("and what is understood and tells nothing is silent: %j", (line) => {
    expect(inTurn().feed(line)).toEqual([]);
  });
});

test("a compaction is told once, in a turn of Codex's own", () => {
  const item = { type: "contextCompaction", id: "k" };
  const run = bare(turnStarted(), started(item), completed(item), turnCompleted());
  expect(run.of("compaction")).toHaveLength(1);
});

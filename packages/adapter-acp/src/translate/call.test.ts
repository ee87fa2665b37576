import { describe, expect, test } from "vitest";
import {
  call,
  callUpdate,
  chunk,
  claudeTool,
  content,
  done,
  during,
  grokTool,
  type Native,
  Played,
} from "../../test/played.ts";

/** How each agent names a call, and what is made of it. */
test.each([
  ["grok", "c", call("c", grokTool("run_terminal_command")), "Bash", "run_terminal_command"],
  ["grok", "c", call("c", grokTool("enter_plan_mode")), "Other", "enter_plan_mode"],
  ["claude-agent-acp", "c", call("c", { ...claudeTool("Write"), kind: "edit" }), "Write", "Write"],
  [
    "claude-agent-acp",
    "c",
    call("c", claudeTool("mcp__tracker__add_issue")),
    "Mcp",
    "mcp__tracker__add_issue",
  ],
  ["opencode", "c", call("c", { title: "webfetch", kind: "fetch" }), "WebFetch", "webfetch"],
  ["gemini", "replace__fc_1", call("replace__fc_1", { kind: "edit" }), "Edit", "replace"],
  ["codex-acp", "c", call("c", { kind: "execute", title: "ls" }), "Bash", "execute"],
  ["codex-acp", "c", call("c", { kind: "read", rawInput: { command: ["cat", "a"] } }), "Bash", "read"],
  ["any", "c", call("c", { kind: "search" }), "Grep", "search"],
  ["any", "c", call("c", { kind: "of_tomorrow" }), "Other", "of_tomorrow"],
  [
    "any",
    "c",
    call("c", { kind: "edit", content: [{ type: "diff", path: "/repo/a", newText: "x" }] }),
    "Write",
    "edit",
  ],
  [
    "any",
    "c",
    call("c", { kind: "edit", content: [{ type: "diff", path: "/repo/a", oldText: "w", newText: "x" }] }),
    "Edit",
    "edit",
  ],
  ["any", "c", call("c"), "Other", "other"],
])("%s: %s", (agent, toolCallId, update, tool, nativeTool) => {
  expect(during(agent, update).all("toolCallStarted")).toMatchObject([{ toolCallId, tool, nativeTool }]);
});

/** What each agent sends of one input, and what is told of it, once. */
test.each<[string, readonly Native[], Native]>([
  [
    "grok",
    [
      call("c", { ...grokTool("search_replace"), rawInput: { file_path: "/repo/a" } }),
      callUpdate("c", {
        rawInput: {
          variant: "SearchReplace",
          file_path: "/repo/a",
          old_string: "o",
          new_string: "n",
          replace_all: false,
        },
      }),
      callUpdate("c", { status: "completed", rawInput: { file_path: "/elsewhere" } }),
    ],
    { path: "/repo/a", oldText: "o", newText: "n", all: false },
  ],
  [
    "claude-agent-acp",
    [
      call("c", { ...claudeTool("Bash"), rawInput: {} }),
      callUpdate("c", { rawInput: { command: "ls", timeout: 5, run_in_background: true } }),
    ],
    { command: "ls", timeoutMs: 5, background: true },
  ],
  [
    "claude-agent-acp",
    [call("c", { ...claudeTool("mcp__tracker__add"), rawInput: { title: "t" }, status: "in_progress" })],
    { server: "tracker", tool: "add", arguments: { title: "t" } },
  ],
  [
    "opencode",
    [
      call("c", { title: "bash", rawInput: { cwd: "/repo" } }),
      callUpdate("c", { status: "in_progress", rawInput: { command: "ls", cwd: "/repo" } }),
    ],
    { command: "ls", cwd: "/repo" },
  ],
  [
    "opencode",
    [
      call("c", {
        title: "todowrite",
        status: "in_progress",
        rawInput: { todos: [{ content: "a", status: "in_progress" }] },
      }),
    ],
    { entries: [{ text: "a", status: "inProgress" }] },
  ],
  [
    "codex-acp",
    [
      call("c", {
        kind: "execute",
        status: "in_progress",
        rawInput: {
          call_id: "c",
          turn_id: "t",
          command: ["/bin/bash", "-lc", "echo 1; exit 3"],
          cwd: "/repo",
        },
      }),
    ],
    { command: "echo 1; exit 3", cwd: "/repo" },
  ],
  [
    "gemini",
    [call("run_shell_command__1", { kind: "execute", title: "ls -l", status: "in_progress" })],
    { command: "ls -l" },
  ],
  [
    "gemini",
    [
      call("write_file__1", {
        kind: "edit",
        status: "in_progress",
        content: [{ type: "diff", path: "/repo/n", oldText: "", newText: "new" }],
      }),
    ],
    { path: "/repo/n", content: "new" },
  ],
  [
    "gemini",
    [call("read_file__1", { status: "in_progress", locations: [{ path: "/repo/a" }] })],
    { path: "/repo/a" },
  ],
  [
    "any",
    [call("c", { kind: "think", rawInput: { deep: 1 } }), callUpdate("c", { status: "completed" })],
    { deep: 1 },
  ],
])("the input of %s: %j", (agent, updates, input) => {
  expect(
    during(agent, ...updates)
      .all("toolCallCompleted")
      .map((event) => event.input),
  ).toEqual([input]);
});

test("an input that may yet grow is not told", () => {
  expect(
    during("opencode", call("c", { title: "bash", rawInput: { cwd: "/repo" } })).kinds("toolCallCompleted"),
  ).toEqual([]);
});

describe("a call is known by its id", () => {
  test.each([
    ["an update before any tool_call", [callUpdate("c", { status: "in_progress" })]],
    ["its end alone", [callUpdate("c", { status: "completed" })]],
    [
      "a tool_call that is over (codex-acp)",
      [call("c", { status: "completed" }), callUpdate("c", { status: "completed" })],
    ],
    ["a tool_call twice", [call("c"), call("c"), callUpdate("c", { status: "failed" })]],
  ])("%s", (_, updates) => {
    const played = new Played().ready();
    played.turn(done, () => played.updates(...updates));
    expect(played.kinds("toolCallStarted", "toolResult")).toEqual(["toolCallStarted", "toolResult"]);
    played.check();
  });

  test("what is said of it in the turn after is not news", () => {
    const played = new Played().ready();
    played.turn(done, () => played.updates(call("c")));
    played.turn(done, () => played.updates(callUpdate("c", { status: "completed" })));
    expect(played.all("toolResult")).toMatchObject([{ truncated: true }]);
    played.check();
  });
});

test("several at once, done in another order than begun", () => {
  const played = new Played().ready();
  played.turn(done, () =>
    played.updates(
      call("a"),
      call("b"),
      callUpdate("b", { status: "completed", content: content("B") }),
      callUpdate("a", { status: "completed", content: content("A") }),
    ),
  );
  expect(played.all("toolResult").map(({ toolCallId }) => toolCallId)).toEqual(["b", "a"]);
  played.check();
});

test("what was being said ends where a call begins", () => {
  const played = during("any", chunk("Now "), call("c"), chunk("then"));
  expect(played.kinds("assistantText", "toolCallStarted")).toEqual(["assistantText", "toolCallStarted"]);
});

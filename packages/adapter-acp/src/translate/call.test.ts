import { describe, expect, test } from "vitest";
import { agents, call, callUpdate, chunk, content, done, Played, permission } from "../../test/played.ts";

type Native = Readonly<Record<string, unknown>>;

/** Plays updates in a turn that goes on, so that what is left open stays open. */
function during(agent: string, ...updates: readonly Native[]): Played {
  const played = new Played(agents[agent]).ready();
  played.feed({ kind: "input", input: { text: "Go on.", context: [] }, steer: false });
  return played.updates(...updates);
}

const grokTool = (name: string) => ({ _meta: { "x.ai/tool": { name } } });
const claudeTool = (toolName: string) => ({ _meta: { claudeCode: { toolName } } });

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

/** A failed command may be reported `completed`. */
test.each<[string, Native, Native]>([
  ["grok", { status: "completed", rawOutput: { exit_code: 3 } }, { isError: true, exitCode: 3 }],
  ["grok", { status: "completed", rawOutput: { exit_code: 0 } }, { isError: false, exitCode: 0 }],
  [
    "codex-acp",
    { status: "failed", rawOutput: { exit_code: 3, formatted_output: "out" } },
    { isError: true, exitCode: 3 },
  ],
  ["opencode", { status: "completed", rawOutput: { metadata: { exit: 3 } } }, { isError: true, exitCode: 3 }],
  ["claude-agent-acp", { status: "failed", rawOutput: "Exit code 3\nout" }, { isError: true, exitCode: 3 }],
  ["gemini", { status: "completed", content: [] }, { isError: false }],
  ["any", { status: "completed", rawOutput: { exitCode: 1 } }, { isError: true, exitCode: 1 }],
])("the exit code of %s: %j", (agent, end, result) => {
  const known = {
    kind: "execute",
    rawInput: { command: "x" },
    ...grokTool("run_terminal_command"),
    title: "bash",
  };
  const named = agent === "claude-agent-acp" ? { ...known, ...claudeTool("Bash") } : known;
  const id = agent === "gemini" ? "run_shell_command__1" : "c";
  const [told] = during(agent, call(id, named), callUpdate(id, end)).all("toolResult");
  expect(told).toMatchObject(result);
  if (!("exitCode" in result)) expect(told).not.toHaveProperty("exitCode");
});

test.each<[string, Native, unknown]>([
  ["what it shows", { content: content("shown") }, [{ kind: "text", text: "shown" }]],
  [
    "its words as they are, where it puts them in fences",
    { content: content("```x```"), rawOutput: "x" },
    [{ kind: "text", text: "x" }],
  ],
  [
    "an error without words",
    { status: "failed", rawOutput: { error: "refused" } },
    [{ kind: "text", text: "refused" }],
  ],
  [
    "a picture",
    { content: [{ type: "content", content: { type: "image", data: "AA==", mimeType: "image/png" } }] },
    [{ kind: "image", mediaType: "image/png", data: "AA==" }],
  ],
  [
    "a terminal",
    { content: [{ type: "terminal", terminalId: "t" }] },
    [{ kind: "native", native: { type: "terminal", terminalId: "t" } }],
  ],
  ["nothing", {}, []],
])("the result is %s", (_, end, expected) => {
  const played = during("any", call("c", { kind: "read" }), callUpdate("c", { status: "completed", ...end }));
  expect(played.all("toolResult")[0]?.content).toEqual(expected);
});

test("output that grows is told by what is new of it; one that begins anew is left to the result", () => {
  const running = (text: string) => callUpdate("c", { status: "in_progress", content: content(text) });
  const played = during(
    "grok",
    call("c", grokTool("run_terminal_command")),
    callUpdate("c", { rawInput: { command: "x" }, content: content("the description") }),
    running(""),
    running("tick 1\n"),
    running("tick 1\ntick 2\n"),
    running("tick 2\ntick 3\n"),
    callUpdate("c", { status: "completed", content: content("tick 1\ntick 2\ntick 3\n") }),
  );
  expect(played.all("toolOutputDelta").map(({ text }) => text)).toEqual(["tick 1\n", "tick 2\n"]);
});

test("what was being said ends where a call begins", () => {
  const played = during("any", chunk("Now "), call("c"), chunk("then"));
  expect(played.kinds("assistantText", "toolCallStarted")).toEqual(["assistantText", "toolCallStarted"]);
});

describe("a plan", () => {
  const entries = [{ content: "a", status: "in_progress", priority: "high" }, { content: "b" }];
  const told = [
    { text: "a", status: "inProgress" },
    { text: "b", status: "pending" },
  ];

  test("comes as an update", () => {
    expect(during("any", { sessionUpdate: "plan", entries }).all("planUpdated")).toMatchObject([
      { entries: told },
    ]);
  });

  test("is the todo tool's input where there are no updates of it (opencode)", () => {
    const todo = call("c", { title: "todowrite", status: "in_progress", rawInput: { todos: entries } });
    const over = callUpdate("c", { status: "completed" });
    expect(during("opencode", todo, over).all("planUpdated")).toMatchObject([{ entries: told }]);
  });
});

describe("a request for permission", () => {
  test("may be the first that is heard of a call (Gemini)", () => {
    const played = during("gemini");
    played.says(
      permission(1, {
        toolCallId: "replace__1",
        kind: "edit",
        title: "a => b",
        locations: [{ path: "/repo/a" }],
        content: [{ type: "diff", path: "/repo/a", oldText: "one\ntwo\n", newText: "one\n2\n" }],
      }),
    );
    expect(played.kinds()).toEqual([
      "sessionStarted",
      "turnStarted",
      "userMessage",
      "toolCallStarted",
      "toolCallCompleted",
      "approvalRequested",
    ]);
    expect(played.all("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "replace__1",
      tool: "Edit",
      nativeTool: "replace",
      cwd: "/repo",
      paths: ["/repo/a"],
      input: { path: "/repo/a", oldText: "one\ntwo\n", newText: "one\n2\n" },
      diff: "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
      options: ["allow", "allowAlways", "deny", "cancelRun"],
    });
  });

  test("shows what it asks about, whatever was said of the call before", () => {
    const played = during("any", call("c", { kind: "execute", rawInput: { command: "ls" } }));
    played.says(permission(1, { toolCallId: "c", rawInput: { command: "rm -rf ." } }));
    expect(played.all("approvalRequested")[0]?.request.input).toEqual({ command: "rm -rf ." });
  });

  test("can't be allowed where the agent offers no allow for this call alone", () => {
    const played = during("any").says(
      permission(1, { toolCallId: "c" }, [
        { optionId: "a", kind: "allow_always" },
        { optionId: "r", kind: "reject_once" },
      ]),
    );
    expect(played.all("approvalRequested")[0]?.request.options).toEqual(["deny", "cancelRun"]);
  });

  test("about a call that is over is asked all the same, and opens no call", () => {
    const played = during("any", call("c", { status: "completed" })).says(
      permission(1, { toolCallId: "c", kind: "edit" }),
    );
    expect(played.all("approvalRequested")).toMatchObject([{ request: { tool: "Edit" } }]);
    expect(played.state.calls.size).toBe(0);
  });

  test("is withdrawn where the call ends without its answer", () => {
    const played = during("any")
      .says(permission(1, { toolCallId: "c" }))
      .updates(callUpdate("c", { status: "failed" }));
    expect(played.all("approvalResolved")).toMatchObject([{ decidedBy: { by: "withdrawn" } }]);
    expect(played.state.asks.size).toBe(0);
  });
});

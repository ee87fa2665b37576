import { describe, expect, test } from "vitest";
import { call, callUpdate, claudeTool, content, during, grokTool, type Native } from "../../test/played.ts";

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

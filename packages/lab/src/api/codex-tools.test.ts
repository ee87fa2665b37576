import type { ToolInput, ToolName } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { LabError } from "../lab-error.ts";
import { type CodexCall, codexCall, offeredTools } from "./codex-tools.ts";

const offered = offeredTools([
  { type: "function", name: "exec_command" },
  { type: "custom", name: "apply_patch" },
  { type: "web_search" },
  { type: "tool_search" },
]);

const command = (cmd: string) => ["exec_command", { cmd, yield_time_ms: 30_000 }] as const;
const patch = (...lines: readonly string[]) =>
  ["apply_patch", ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")] as const;

const rows: readonly [ToolName, ToolInput, readonly [name: string, input: unknown, namespace?: string]][] = [
  ["Bash", { command: "ls -l" }, command("ls -l")],
  [
    "Bash",
    { command: "ls", cwd: "/a", background: true, description: "List", timeoutMs: 5 },
    ["exec_command", { cmd: "ls", workdir: "/a", yield_time_ms: 250 }],
  ],
  [
    "Bash",
    { command: "ls", sandbox_permissions: "require_escalated", justification: "May I?" },
    [
      "exec_command",
      { cmd: "ls", yield_time_ms: 30_000, sandbox_permissions: "require_escalated", justification: "May I?" },
    ],
  ],
  ["Read", { path: "a b" }, command("cat 'a b'")],
  ["Read", { path: "a", offset: 3, limit: 2 }, command("sed -n 3,4p a")],
  ["Read", { path: "a", offset: 3 }, command("sed -n '3,$p' a")],
  ["Read", { path: "a", limit: 2 }, command("sed -n 1,2p a")],
  ["Write", { path: "d/a", content: "x\n\ny\n" }, patch("*** Add File: d/a", "+x", "+", "+y")],
  ["Write", { path: "a", content: "" }, patch("*** Add File: a")],
  ["Edit", { path: "a", oldText: "x", newText: "y\nz" }, patch("*** Update File: a", "@@", "-x", "+y", "+z")],
  ["Edit", { path: "a", oldText: "x\n", newText: "" }, patch("*** Update File: a", "@@", "-x")],
  [
    "MultiEdit",
    {
      path: "a",
      edits: [
        { oldText: "1", newText: "2" },
        { oldText: "3", newText: "4" },
      ],
    },
    patch("*** Update File: a", "@@", "-1", "+2", "@@", "-3", "+4"),
  ],
  ["Glob", { pattern: "src/**/*.ts" }, command("find . -name '*.ts'")],
  ["Glob", { pattern: "a", path: "b" }, command("find b -name a")],
  ["Grep", { pattern: "it's" }, command("grep -rn -e 'it'\\''s' .")],
  [
    "TodoWrite",
    { entries: [{ text: "t", status: "pending" }] },
    ["update_plan", { plan: [{ step: "t", status: "pending" }] }],
  ],
  ["Mcp", { server: "my-server", tool: "t", arguments: { a: 1 } }, ["t", { a: 1 }, "mcp__my_server"]],
  [
    "AskUser",
    {
      questions: [
        { text: "Which?", options: [{ label: "A" }] },
        { id: "q", header: "H", text: "Why?" },
      ],
    },
    [
      "request_user_input",
      {
        questions: [
          {
            id: "question_1",
            header: "Question",
            question: "Which?",
            options: [{ label: "A", description: "A" }],
          },
          { id: "q", header: "H", question: "Why?", options: [] },
        ],
      },
    ],
  ],
];

const called = (call: CodexCall) => [
  call.name,
  call.input,
  ...("namespace" in call && call.namespace ? [call.namespace] : []),
];

test.for(rows)("%s %j is a tool of Codex", ([call, input, native]) => {
  const made = codexCall({ call, input }, offered);
  expect(called(made)).toEqual(native);
  expect(made.type).toBe(native[0] === "apply_patch" ? "custom" : "function");
});

test("a patch goes through the shell where the freeform tool is not offered", () => {
  const bare = offeredTools([{ type: "function", name: "exec_command" }]);
  const made = codexCall({ call: "Write", input: { path: "a", content: "x" } }, bare);
  expect(called(made)).toEqual(
    command("apply_patch <<'LAB_PATCH'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nLAB_PATCH\n"),
  );
});

const withAgents = offeredTools([
  { type: "namespace", name: "collaboration", tools: [{ type: "function", name: "spawn_agent" }] },
]);

test("a subagent is called where they are offered, by a name that Codex accepts", () => {
  const made = codexCall({ call: "Task", input: { prompt: "p", description: "Look it up!" } }, withAgents);
  expect(called(made)).toEqual([
    "spawn_agent",
    { task_name: "look_it_up_", message: "p", fork_turns: "none" },
    "collaboration",
  ]);
});

test("a native call finds the namespace of its tool", () => {
  expect(called(codexCall({ native: "spawn_agent", input: {} }, withAgents))).toEqual([
    "spawn_agent",
    {},
    "collaboration",
  ]);
});

const natives: readonly [string, unknown, CodexCall["type"], unknown][] = [
  ["exec_command", { cmd: "ls" }, "function", { cmd: "ls" }],
  ["apply_patch", "text", "custom", "text"],
  ["exec", "text(1)", "custom", "text(1)"],
  ["apply_patch", { a: 1 }, "custom", '{"a":1}'],
  ["unheard_of", { a: 1 }, "function", { a: 1 }],
];

test.for(natives)("native %s with %j is a %s call", ([native, input, type, sent]) => {
  expect(codexCall({ native, input }, offered)).toEqual({ type, name: native, input: sent });
});

test.for([
  ["NotebookEdit", {}],
  ["Task", { prompt: "p" }],
  ["WebFetch", {}],
  ["WebSearch", {}],
  ["ExitPlan", {}],
  ["Other", {}],
  ["Edit", { path: "a", oldText: "x", newText: "y", all: true }],
] as const)("%s is nothing that Codex could do, and there is a hint what to write", ([call, input]) => {
  const refused = () => codexCall({ call, input }, offered);
  expect(refused).toThrow(LabError);
  expect(refused).toThrow(
    expect.objectContaining({ code: "badScenario", hint: expect.stringMatching(/\w/) }),
  );
});

import type { QuestionId } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import {
  add,
  askCommand,
  askPatch,
  bare,
  command,
  completed,
  exit,
  inTurn,
  notification,
  patch,
  request,
  started,
  turnCompleted,
  turnStarted,
  update,
} from "../../test/app-server-lines.ts";

const person = { by: "person" } as const;
const resolved = (requestId: number | string) => notification("serverRequest/resolved", { requestId });
const mcpCall = (id: string, fields: object = {}) => ({
  type: "mcpToolCall",
  id,
  server: "s",
  tool: "send",
  arguments: { to: "a" },
  status: "inProgress",
  ...fields,
});
const elicit = (fields: object) =>
  request(0, "mcpServer/elicitation/request", { serverName: "s", _meta: null, message: "May I?", ...fields });
const form = (properties: object) =>
  elicit({ mode: "form", requestedSchema: { type: "object", properties } });
const mcpApproval = (meta: object = {}) =>
  elicit({
    mode: "form",
    requestedSchema: { type: "object", properties: {} },
    _meta: { codex_approval_kind: "mcp_tool_call", ...meta },
  });

describe("a command", () => {
  test("is a Bash approval that says where it would run", () => {
    const run = inTurn(started(command("c1")), askCommand(0));
    expect(run.of("approvalRequested")).toMatchObject([
      {
        request: {
          id: "id-2",
          toolCallId: "c1",
          tool: "Bash",
          nativeTool: "commandExecution",
          input: { command: "ls -la", cwd: "/repo" },
          cwd: "/repo",
          reason: "Look?\nOnce allowed it may run outside Codex's sandbox.",
          options: ["allow", "allowAlways", "deny", "cancelRun"],
        },
      },
    ]);
    expect(run.ask.native).toMatchObject({ kind: "command", requestId: 0 });
  });

  test("is judged against the session's folder, not the one it wants to run in", () => {
    const run = inTurn(started(command("c1")), askCommand(0, { cwd: "/" }));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({ cwd: "/repo", input: { cwd: "/" } });
  });

  test("that the request does not name is the announced one", () => {
    const run = inTurn(started(command("c1")), askCommand(0, { command: null, cwd: null }));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      tool: "Bash",
      input: { command: "ls -la" },
    });
  });

  test.each([
    [
      "input to one that runs",
      { kind: "writeStdin", approvalId: "a1", stdin: "rm x\n" },
      "writeStdin",
      { stdin: "rm x\n", approvalId: "a1" },
    ],
    [
      "access to a host",
      { networkApprovalContext: { host: "evil.example", protocol: "https" } },
      "networkAccess",
      { host: "evil.example" },
    ],
    ["a kind nobody knows", { kind: "brandNew" }, "brandNew", { command: "ls -la" }],
    ["a command nobody names", { itemId: "unknown", command: null }, "commandExecution", {}],
  ])("%s is none, and no rule may answer it", (_name, fields, nativeTool, input) => {
    const run = inTurn(started(command("c1")), askCommand(0, fields));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      tool: "Other",
      nativeTool,
      input,
      options: ["allow", "deny", "cancelRun"],
    });
  });

  test.each([[{ kind: "humanCommand" }], [{ additionalPermissions: { network: { enabled: true } } }]])(
    "%j is for a person each time",
    (fields) => {
      const run = inTurn(started(command("c1")), askCommand(0, fields));
      expect(run.of("approvalRequested")[0]?.request).toMatchObject({
        tool: "Bash",
        options: ["allow", "deny", "cancelRun"],
      });
    },
  );
});

describe("a patch", () => {
  const changes = [update("/repo/a.txt", "@@ -1 +1 @@\n-a\n+b\n"), add("/repo/n.txt", "x\n")];

  test("shows every path and the whole diff of the item that was announced before", () => {
    const run = inTurn(started(patch("p1", changes)), askPatch(0));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "p1",
      tool: "MultiEdit",
      paths: ["/repo/a.txt", "/repo/n.txt"],
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+x\n",
      reason: "It changes 2 files.",
    });
  });

  test("names where a file goes, and a root that it asks for", () => {
    const run = inTurn(
      started(patch("p1", [update("/repo/a", "", "/repo/b")])),
      askPatch(0, { grantRoot: "/srv" }),
    );
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      tool: "Other",
      paths: ["/repo/a", "/repo/b", "/srv"],
      options: ["allow", "deny", "cancelRun"],
    });
  });

  test("that nobody announced names no file, and keeps no toolCallId", () => {
    const run = inTurn(askPatch(0));
    expect(run.of("approvalRequested")[0]?.request).not.toHaveProperty("paths");
    expect(run.of("approvalRequested")[0]?.request).not.toHaveProperty("toolCallId");
  });

  test("that changes while it is asked about is outdated: what was shown is not what would be done", () => {
    const run = inTurn(started(patch("p1", changes)), askPatch(0));
    run.feed(
      notification("item/fileChange/patchUpdated", { itemId: "p1", changes: [add("/repo/evil", "x")] }),
    );
    expect(run.ask.native.outdated).toBe(true);
  });

  test("that has changed before it is asked about is shown as it is", () => {
    const run = inTurn(started(patch("p1", [])));
    run.feed(
      notification("item/fileChange/patchUpdated", { itemId: "p1", changes: [add("/repo/n.txt", "x\n")] }),
      askPatch(0),
    );
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({ tool: "Write", paths: ["/repo/n.txt"] });
  });
});

test("permissions show what they are, and hold for a turn", () => {
  const permissions = { network: { enabled: true }, fileSystem: { write: ["/srv"] } };
  const run = inTurn(
    request(0, "item/permissions/requestApproval", { itemId: "x", cwd: "/repo", reason: "r", permissions }),
  );
  expect(run.of("approvalRequested")[0]?.request).toMatchObject({
    tool: "Other",
    nativeTool: "permissions",
    input: { permissions, cwd: "/repo" },
    reason: "r\nOnce allowed it holds for every command of this turn.",
    options: ["allow", "deny", "cancelRun"],
  });
});

describe("an MCP tool", () => {
  test("is the open call of that server", () => {
    const run = inTurn(started(mcpCall("x")), mcpApproval({ tool_params: { to: "a" } }));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "x",
      tool: "Mcp",
      input: { server: "s", tool: "send", arguments: { to: "a" } },
      reason: "May I?",
    });
  });

  test.each<[string, object, object, object | undefined]>([
    ["nothing", {}, {}, undefined],
    ["that it only reads, in the item", { readOnlyHint: true }, {}, { readOnly: true }],
    [
      "both, in the request",
      { readOnlyHint: null },
      { tool_annotations: { readOnlyHint: false, destructiveHint: true } },
      { readOnly: false, destructive: true },
    ],
    ["what is no hint", {}, { tool_annotations: { destructiveHint: "yes" } }, undefined],
  ])("comes with what its server says of it: %s", (_what, item, meta, serverHints) => {
    const run = inTurn(started(mcpCall("x", item)), mcpApproval(meta));
    expect(run.of("approvalRequested")[0]?.request.serverHints).toEqual(serverHints);
  });

  test("of several is the one of that name", () => {
    const other = mcpCall("y", { tool: "drop" });
    const run = inTurn(
      started(mcpCall("x")),
      started(other),
      mcpApproval({ tool_name: "drop", tool_params: { to: "a" } }),
    );
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "y",
      input: { tool: "drop" },
    });
  });

  test("of several is the one with these arguments", () => {
    const other = mcpCall("y", { tool: "drop", arguments: { to: "b" } });
    const run = inTurn(started(mcpCall("x")), started(other), mcpApproval({ tool_params: { to: "b" } }));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "y",
      input: { tool: "drop" },
    });
  });

  test.each([
    ["none is open", []],
    ["two look the same", [started(mcpCall("x")), started(mcpCall("y"))]],
    ["another server's is open", [started(mcpCall("x", { server: "z" }))]],
    ["another tool is open", [started(mcpCall("x", { tool: "drop" }))]],
  ])("is not known where %s: no rule may answer", (_name, moves) => {
    const run = inTurn(...moves, mcpApproval({ tool_name: "send", tool_params: { to: "a" } }));
    expect(run.of("approvalRequested")[0]?.request).toMatchObject({
      tool: "Other",
      input: { server: "s", arguments: { to: "a" } },
      options: ["allow", "deny", "cancelRun"],
    });
  });
});

test("an address that an MCP server wants opened is shown", () => {
  const run = inTurn(elicit({ mode: "url", url: "https://example.com/x", elicitationId: "e" }));
  expect(run.of("approvalRequested")[0]?.request).toMatchObject({
    tool: "Other",
    nativeTool: "elicitation",
    input: { url: "https://example.com/x", server: "s" },
    reason: "May I?\nAsks to open https://example.com/x",
  });
});

describe("questions", () => {
  test("of requestUserInput keep their ids, options and secrecy", () => {
    const asked = [
      {
        id: "q1",
        header: "Pick",
        question: "Which?",
        isOther: true,
        isSecret: false,
        options: [{ label: "A", description: "a" }],
      },
      { id: "q2", header: "", question: "Password?", isOther: false, isSecret: true, options: null },
    ];
    const run = inTurn(request(0, "item/tool/requestUserInput", { itemId: "x", questions: asked }));
    expect(run.of("questionAsked")[0]?.questions).toEqual([
      {
        id: "q1",
        header: "Pick",
        text: "Which?",
        options: [{ label: "A", description: "a" }],
        multiSelect: false,
        freeText: true,
      },
      { id: "q2", text: "Password?", options: [], multiSelect: false, freeText: true, secret: true },
    ]);
  });

  test("of requestUserInput are a call of their own, whose result is the answer: the model's tool has no item", () => {
    const ask = request(0, "item/tool/requestUserInput", {
      itemId: "x",
      questions: [{ id: "q1", question: "Which?" }],
    });
    const run = inTurn(ask);
    const reply = { kind: "answered", answers: { q1: ["B"] }, by: person } as const;
    run.feed({ kind: "replied", questionId: run.of("questionAsked")[0]?.questionId as QuestionId, reply });
    expect(run.kinds().slice(-5)).toEqual([
      "toolCallStarted",
      "toolCallCompleted",
      "questionAsked",
      "questionAnswered",
      "toolResult",
    ]);
    expect(run.of("toolCallStarted")).toMatchObject([{ toolCallId: "x", tool: "AskUser" }]);
    expect(run.of("toolResult")).toMatchObject([{ isError: false, content: [{ text: '{"q1":["B"]}' }] }]);
  });

  test("that nobody answered before the turn was over leave no call open", () => {
    const run = inTurn(
      request(0, "item/tool/requestUserInput", { itemId: "x", questions: [] }),
      turnCompleted("interrupted"),
    );
    expect(run.of("questionAnswered")).toMatchObject([{ answeredBy: { by: "withdrawn" } }]);
    expect(run.of("toolResult")).toMatchObject([{ toolCallId: "x", truncated: true }]);
    run.feed(exit({}, true));
    expect(run.faults()).toEqual([]);
  });

  test("are made of the form of an elicitation", () => {
    const run = inTurn(form({ name: { type: "string", title: "Name" }, ok: { type: "boolean" } }));
    expect(run.of("questionAsked")[0]?.questions).toMatchObject([
      { id: "name", text: "May I?\nName (optional)", freeText: true },
      { id: "ok", text: "ok (optional)", options: [{ label: "Yes" }, { label: "No" }], freeText: false },
    ]);
  });
});

describe("what no person answers", () => {
  test.each([
    ["a form that cannot be asked", elicit({ mode: "openai/form", requestedSchema: { fields: [] } })],
    ["a request nobody knows", request(3, "brand/new")],
    ["an older protocol's approval", request(3, "execCommandApproval")],
  ])("%s is passed on as it came", (_name, line) => {
    expect(inTurn().feed(line)).toMatchObject([{ kind: "raw", native: line }]);
  });

  test("a dynamic tool call is told by its item", () => {
    expect(inTurn().feed(request(0, "item/tool/call", { callId: "x", tool: "mine" }))).toEqual([]);
  });

  test("another thread's ask is not this one's", () => {
    expect(inTurn().feed(request(0, "item/commandExecution/requestApproval", { threadId: "other" }))).toEqual(
      [],
    );
  });
});

describe("an ask", () => {
  test("that is denied with a reason leaves it as the call's result: Codex says only that it was declined", () => {
    const run = inTurn(started(command("c1")), askCommand(0));
    run.answer({ decision: { kind: "deny", message: "not here" }, by: person });
    run.feed(completed(command("c1", { status: "declined" })));
    expect(run.of("toolResult")).toMatchObject([{ isError: true, content: [{ text: "not here" }] }]);
  });

  test("is closed by its answer; that Codex says it is settled is no news then", () => {
    const run = inTurn(started(command("c1")), askCommand(0));
    run.answer({ decision: { kind: "allow" }, by: person });
    run.feed(
      resolved(0),
      completed(command("c1", { status: "completed", exitCode: 0 })),
      turnCompleted(),
      exit({}, true),
    );
    expect(run.of("approvalResolved")).toMatchObject([
      { decision: { kind: "allow" }, decidedBy: person, origin: "user" },
    ]);
    expect(run.faults()).toEqual([]);
  });

  test("three may be open at once", () => {
    const run = inTurn(started(command("c1")), started(command("c2")), started(command("c3")));
    run.feed(askCommand(0), askCommand(1, { itemId: "c2" }), askCommand(2, { itemId: "c3" }));
    expect([...run.state.asks.values()].map(({ native }) => native.requestId)).toEqual([0, 1, 2]);
  });

  test.each([
    ["Codex settles it without us", resolved(0)],
    ["its call is over", completed(command("c1", { status: "declined" }))],
    ["its turn is interrupted", turnCompleted("interrupted")],
    ["its turn fails", turnCompleted("failed")],
  ])("is withdrawn when %s", (_name, line) => {
    const run = inTurn(started(command("c1")), askCommand(0), line);
    expect(run.of("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "withdrawn" } },
    ]);
    expect(
      run.feed(resolved(0), turnCompleted("interrupted")).filter(({ kind }) => kind === "approvalResolved"),
    ).toEqual([]);
  });

  test("that another request is settled does not touch it", () => {
    const run = inTurn(started(command("c1")), askCommand(0));
    run.feed(resolved(1), resolved("0"));
    expect(run.state.asks.size).toBe(1);
  });

  test("is abandoned when the server ends", () => {
    const run = inTurn(started(command("c1")), askCommand(0), exit({ code: 1 }));
    expect(run.of("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
    ]);
    expect(run.faults()).toEqual([]);
  });

  test("on a bare stdout stays open: no line says how it was answered", () => {
    const run = bare(turnStarted(), started(command("c1")), askCommand(0), resolved(0));
    run.feed(completed(command("c1", { status: "completed", exitCode: 0 })), turnCompleted());
    expect(run.of("approvalResolved")).toEqual([]);
    expect(run.end()).toEqual([]);
    expect(run.state.asks.size).toBe(1);
  });
});

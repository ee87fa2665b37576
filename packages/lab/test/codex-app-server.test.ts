import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { type AppServerRun, codexAppServer, type Fields } from "./codex-app-server.ts";
import { outsideProxy } from "./outside-proxy.ts";

const install = { timeout: 180_000 };
const open = (run: AppServerRun) => codexAppServer("0.171.0", run);
const deltas = (params: readonly Fields[]) => params.map(({ delta }) => delta);

test("codex app-server says and thinks what the script says, and asks nobody else", install, async () => {
  await using proxy = await outsideProxy();
  await using server = await open({
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }]],
    env: proxy.env,
  });
  expect(await server.turn()).toMatchObject({ status: "completed", error: null });
  expect(deltas(server.notified("item/reasoning/summaryTextDelta")).join("")).toBe("Let me see.");
  expect(deltas(server.notified("item/agentMessage/delta")).join("")).toBe("Hello from the script.");
  expect([...server.model.requests]).toMatchObject([{ kind: "main", path: "/v1/responses" }]);
  expect(proxy.attempts).toEqual([]);
});

test("thoughts themselves come where no summary is wanted", install, async () => {
  await using server = await open({
    replies: [[{ think: "Let me see." }]],
    flags: ["-c", 'model_reasoning_summary="none"', "-c", "show_raw_agent_reasoning=true"],
  });
  await server.turn();
  expect(deltas(server.notified("item/reasoning/textDelta")).join("")).toBe("Let me see.");
  expect(server.notified("item/reasoning/summaryTextDelta")).toEqual([]);
});

test("a command and a patch are done in the sandbox", install, async () => {
  await using server = await open({
    replies: [
      [
        { call: "Bash", input: { command: "echo made > made.txt" } },
        { call: "Write", input: { path: "new.txt", content: "fresh\n" } },
      ],
    ],
  });
  expect(await server.turn()).toMatchObject({ status: "completed" });
  expect(await readFile(join(server.cwd, "made.txt"), "utf8")).toBe("made\n");
  expect(await readFile(join(server.cwd, "new.txt"), "utf8")).toBe("fresh\n");
  expect(server.notified("item/completed").map(({ item }) => item)).toContainEqual(
    expect.objectContaining({
      type: "fileChange",
      status: "completed",
      changes: [{ path: join(server.cwd, "new.txt"), kind: { type: "add" }, diff: "fresh\n" }],
    }),
  );
});

test("calls that follow one another in a reply are made in parallel", install, async () => {
  const asked: unknown[] = [];
  const all = Promise.withResolvers<void>();
  const commands = ["echo 1", "echo 2", "echo 3"];
  await using server = await open({
    replies: [commands.map((command) => ({ call: "Bash", input: { command } }))],
    thread: { approvalPolicy: "untrusted" },
    requests: {
      // None is answered before all stand open.
      "item/commandExecution/requestApproval": async (params) => {
        if (asked.push(params) === commands.length) all.resolve();
        await all.promise;
        return { decision: "accept" };
      },
    },
  });
  expect(await server.turn()).toMatchObject({ status: "completed" });
  expect(asked).toHaveLength(3);
});

test("a list of tasks becomes a plan", install, async () => {
  const entries = [
    { text: "first", status: "in_progress" },
    { text: "second", status: "pending" },
  ];
  await using server = await open({ replies: [[{ call: "TodoWrite", input: { entries } }]] });
  await server.turn();
  expect(server.notified("turn/plan/updated")).toMatchObject([
    {
      plan: [
        { step: "first", status: "inProgress" },
        { step: "second", status: "pending" },
      ],
    },
  ]);
});

test("a question is asked in plan mode, and its answer given to the model", install, async () => {
  const questions = [{ id: "which", text: "Which?", options: [{ label: "A" }, { label: "B" }] }];
  await using server = await open({
    replies: [[{ call: "AskUser", input: { questions } }]],
    requests: { "item/tool/requestUserInput": () => ({ answers: { which: { answers: ["B"] } } }) },
  });
  const settings = { model: "gpt-5.5", reasoning_effort: null, developer_instructions: null };
  await server.turn({ collaborationMode: { mode: "plan", settings } });
  expect(JSON.stringify(server.model.requests.main[1]?.body)).toContain(
    JSON.stringify(JSON.stringify({ answers: { which: { answers: ["B"] } } })).slice(1, -1),
  );
});

test("a tool of an MCP server is called by its shared name", install, async () => {
  const script = new URL("./echo-mcp.ts", import.meta.url).pathname;
  const server = `{command="${process.execPath}",args=["${script}"]}`;
  await using threads = await open({
    replies: [[{ call: "Mcp", input: { server: "my-server", tool: "echo", arguments: { text: "hi" } } }]],
    flags: ["-c", `mcp_servers.my-server=${server}`],
    thread: { approvalPolicy: "on-request" },
    requests: { "mcpServer/elicitation/request": () => ({ action: "accept", content: {} }) },
  });
  await threads.turn();
  expect(threads.notified("item/completed").map(({ item }) => item)).toContainEqual(
    expect.objectContaining({
      type: "mcpToolCall",
      server: "my-server",
      tool: "echo",
      status: "completed",
      arguments: { text: "hi" },
    }),
  );
});

test("a reply stands at a gate in the middle of its text", install, async () => {
  await using server = await open({ replies: [[{ say: "before " }, { gate: "g" }, { say: "after" }]] });
  const turn = server.turn();
  await server.model.gateReached("g");
  await server.untilNotified("item/agentMessage/delta");
  expect(server.notified("item/completed").map(({ item }) => item)).not.toContainEqual(
    expect.objectContaining({ type: "agentMessage" }),
  );
  server.model.openGate("g");
  expect(await turn).toMatchObject({ status: "completed" });
  expect(deltas(server.notified("item/agentMessage/delta"))).toEqual(["before ", "after"]);
});

const failures: readonly [string, Reply, Fields | string][] = [
  ["400", [{ httpError: 400, message: "no" }], "other"],
  ["401", [{ httpError: 401, message: "no" }], { httpConnectionFailed: { httpStatusCode: 401 } }],
  ["429", [{ httpError: 429, message: "no" }], { responseTooManyFailedAttempts: { httpStatusCode: 429 } }],
  ["500", [{ httpError: 500, message: "no" }], "internalServerError"],
  ["503", [{ httpError: 503, message: "no" }], "serverOverloaded"],
  ["a cut", [{ say: "half " }, { cut: true }], "other"],
];

test.for(failures)("%s fails the turn at once", install, async ([, reply, codexErrorInfo]) => {
  await using server = await open({ replies: [reply] });
  expect(await server.turn()).toMatchObject({ status: "failed", error: { codexErrorInfo } });
  expect(server.notified("error")).toMatchObject([{ willRetry: false }]);
});

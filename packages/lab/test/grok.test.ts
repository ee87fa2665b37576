import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { JsonRpcError } from "@nucleic/process";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { type AcpRun, acpAgent } from "./acp-agent.ts";
import { outsideProxy } from "./outside-proxy.ts";

const install = { timeout: 180_000 };
const grok = (run: AcpRun) => acpAgent("grok", "1.0.41", ["agent", "stdio"], run);

test("Grok says and thinks what the script says, and counts what it costs", install, async () => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 };
  await using agent = await grok({
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }, { usage }]],
  });
  expect(await agent.prompt("Say hello.")).toMatchObject({
    stopReason: "end_turn",
    _meta: { modelId: "lab-model", usage: { inputTokens: 9, outputTokens: 3, cachedReadTokens: 2 } },
  });
  expect(agent.text("agent_thought_chunk")).toBe("Let me see.");
  expect(agent.text("agent_message_chunk")).toBe("Hello from the script.");
  expect(JSON.stringify(agent.model.requests.main[0]?.body)).toContain("Say hello.");
});

test("Grok asks nobody but the scripted model", install, async () => {
  await using proxy = await outsideProxy();
  await using agent = await grok({ replies: [[{ say: "Hello." }]], env: proxy.env });
  expect(await agent.prompt("Say hello.")).toMatchObject({ stopReason: "end_turn" });
  const title = ({ path }: { path: string }) => path === "/v1/responses";
  expect(await agent.model.requests.next(title)).toMatchObject({ kind: "side" });
  await agent.close();
  expect(proxy.attempts).toEqual([]);
});

test(
  "what would leave the machine is seen: without the second address Grok looks for xAI's own",
  install,
  async () => {
    await using proxy = await outsideProxy();
    const env = { ...proxy.env, GROK_CLI_CHAT_PROXY_BASE_URL: "https://grok.invalid/v1" };
    await using agent = await grok({ replies: [[{ say: "Hello." }]], env });
    expect(await agent.prompt("Say hello.")).toMatchObject({ stopReason: "end_turn" });
    await agent.close();
    expect(proxy.attempts).toContain("CONNECT grok.invalid:443 HTTP/1.1");
  },
);

interface ToolRow {
  readonly title: string;
  readonly reply: Reply;
  readonly asked: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

const toolRows: readonly ToolRow[] = [
  {
    title: "a command",
    reply: [{ call: "Bash", input: { command: "echo made > made.txt" } }],
    asked: ["Execute `echo made > made.txt`"],
    files: { "made.txt": "made\n" },
  },
  {
    title: "a new file, by a relative path",
    reply: [{ call: "Write", input: { path: "new.txt", content: "fresh\n" } }],
    asked: ["Write `new.txt`"],
    files: { "new.txt": "fresh\n" },
  },
  {
    title: "an edit, and not for reading and searching",
    reply: [
      { call: "Read", input: { path: "old.txt" } },
      { call: "Grep", input: { pattern: "one" } },
      { call: "Edit", input: { path: "old.txt", oldText: "two", newText: "2" } },
    ],
    asked: ["Edit `old.txt`"],
    files: { "old.txt": "one\n2\n" },
  },
  {
    title: "each of several calls of one reply",
    reply: [
      { call: "Bash", input: { command: "echo a > a.txt" } },
      { call: "Bash", input: { command: "echo b > b.txt" } },
      { call: "Write", input: { path: "c.txt", content: "c\n" } },
    ],
    asked: ["Execute `echo a > a.txt`", "Execute `echo b > b.txt`", "Write `c.txt`"],
    files: { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" },
  },
];

test.for(toolRows)("Grok asks for $title, and does it", install, async ({ reply, asked, files }) => {
  await using agent = await grok({ replies: [reply], files: { "old.txt": "one\ntwo\n" } });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.asked.toSorted()).toEqual(asked);
  for (const [path, text] of Object.entries(files))
    expect(await readFile(join(agent.cwd, path), "utf8")).toBe(text);
  expect(agent.text("agent_message_chunk")).toBe("All done.");
});

test("a command that is refused is not run, and ends the turn", install, async () => {
  await using agent = await grok({
    replies: [[{ call: "Bash", input: { command: "echo no > no.txt" } }]],
    choose: "reject_once",
  });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "cancelled" });
  await expect(readFile(join(agent.cwd, "no.txt"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("a list of tasks becomes a plan", install, async () => {
  const entries = [
    { text: "first", status: "in_progress" },
    { text: "second", status: "pending" },
  ];
  await using agent = await grok({ replies: [[{ call: "TodoWrite", input: { entries } }]] });
  await agent.prompt("Go.");
  expect(agent.updates("plan")[0]).toMatchObject({
    entries: [
      { content: "first", status: "in_progress" },
      { content: "second", status: "pending" },
    ],
  });
});

test("a question is asked, and its answer given to the model", install, async () => {
  const questions = [{ id: "1", text: "Which?", options: [{ label: "A" }, { label: "B" }] }];
  await using agent = await grok({
    replies: [[{ call: "AskUser", input: { questions } }]],
    requests: { "_x.ai/ask_user_question": () => ({ outcome: "accepted", answers: { "Which?": "B" } }) },
  });
  await agent.prompt("Go.");
  expect(JSON.stringify(agent.model.requests.main[1]?.body)).toMatch(/Which\?.{0,40}B/);
});

test("a plan that was written in plan mode is submitted", install, async () => {
  const submitted: unknown[] = [];
  let written = false;
  // Where the file is to be is said by the CLI alone.
  const fileOf = (body: unknown) => /Write your plan to (\S+?plan\.md)/.exec(JSON.stringify(body))?.[1];
  await using agent = await grok({
    replies: [[{ native: "enter_plan_mode", input: {} }], [{ call: "ExitPlan", input: {} }]],
    reply: ({ kind, body }) => {
      const path = fileOf(body);
      if (kind !== "main" || !path || written) return undefined;
      written = true;
      return [{ call: "Write", input: { path, content: "1. Do it.\n" } }];
    },
    requests: {
      "_x.ai/exit_plan_mode": (params) => {
        submitted.push(params);
        return { outcome: "approved" };
      },
    },
  });
  expect(await agent.prompt("Plan.")).toMatchObject({ stopReason: "end_turn" });
  expect(submitted).toMatchObject([{ planContent: "1. Do it.\n" }]);
});

test("a subagent has replies of its own", install, async () => {
  await using agent = await grok({
    replies: [[{ call: "Task", input: { prompt: "Look." } }], [{ say: "It looked." }]],
    subagentReplies: [[{ say: "I see." }]],
  });
  await agent.prompt("Go.");
  const [, second] = agent.model.requests.main;
  expect(JSON.stringify(second?.body)).toContain("I see.");
  expect(agent.model.requests.main).toHaveLength(2);
});

test("a reply stands at a gate in the middle of its text", install, async () => {
  await using agent = await grok({ replies: [[{ say: "before " }, { gate: "g" }, { say: "after" }]] });
  const turn = agent.prompt("Go.");
  await agent.model.gateReached("g");
  await agent.untilUpdate("agent_message_chunk");
  expect(agent.text("agent_message_chunk")).toBe("before ");
  agent.model.openGate("g");
  expect(await turn).toMatchObject({ stopReason: "end_turn" });
  expect(agent.text("agent_message_chunk")).toBe("before after");
});

const fatal: readonly [string, Reply, string][] = [
  ["401", [{ httpError: 401, message: "bad key" }], "Unauthorized (401)"],
  ["400", [{ httpError: 400, message: "bad request" }], "invalid_request_error: bad request"],
  ["a broken delta", [{ say: "half " }, { malformed: true }], "serialization error"],
];

test.for(fatal)("%s ends the turn as an error", install, async ([, reply, said]) => {
  await using agent = await grok({ replies: [reply] });
  const failure = await agent.prompt("Go.").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JsonRpcError);
  expect(failure).toMatchObject({ code: -32603 });
  expect(JSON.stringify(failure)).toContain(said);
});

const passing: readonly [string, Reply, string][] = [
  ["429", [{ httpError: 429, message: "slow down" }], "rate_limit_error: slow down"],
  ["500", [{ httpError: 500, message: "boom" }], "boom"],
  ["a cut", [{ say: "half " }, { cut: true }], "Transport error"],
  ["an error after the reply has begun", [{ say: "half " }, { httpError: 500, message: "late" }], "late"],
];

test.for(passing)("%s is tried again", install, async ([, reply, said]) => {
  await using agent = await grok({ replies: [reply, [{ say: "Here I am." }]] });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.text("agent_message_chunk")).toMatch(/Here I am\.$/);
  const notices = agent.notified.filter(({ method }) => method === "_x.ai/session_notification");
  expect(JSON.stringify(notices)).toMatch(new RegExp(`retry_state","type":"retrying".*${said}`));
});

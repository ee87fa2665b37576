import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { askChat, functions } from "../../test/ask-chat.ts";
import { drain } from "../../test/ask-model.ts";
import { scriptedModel } from "../model/scripted-model.ts";

const playing = (...replies: Reply[]) =>
  scriptedModel({ api: "openai-chat", scenario: { name: "test", replies } });

test("a request that does not ask for a stream gets the reply in one piece", async () => {
  await using model = await playing([
    { think: "hmm" },
    { say: "hi" },
    { call: "Write", input: { path: "a", content: "b" } },
    { usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 } },
  ]);
  const response = await askChat(model.url, { stream: false });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({
    id: "chatcmpl-lab_1",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "hi",
          reasoning_content: "hmm",
          tool_calls: [
            {
              id: "call_lab_1_2",
              type: "function",
              function: { name: "write", arguments: '{"file_path":"a","content":"b"}' },
            },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: {
      prompt_tokens: 9,
      completion_tokens: 3,
      total_tokens: 12,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  });
});

test.for([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
  [500, "server_error"],
  [503, "server_error"],
] as const)("httpError %i is an error of type %s, with the headers given", async ([status, type]) => {
  await using model = await playing([{ httpError: status, message: "no", headers: { "retry-after": "7" } }]);
  const response = await askChat(model.url);
  expect(response.status).toBe(status);
  expect(response.headers.get("retry-after")).toBe("7");
  expect(await response.json()).toEqual({ error: { message: "no", type, param: null, code: null } });
});

test("malformed is broken JSON where the reply is in one piece", async () => {
  await using model = await playing([{ malformed: true }]);
  await expect((await askChat(model.url, { stream: false })).json()).rejects.toThrow(SyntaxError);
});

const grok = { "x-grok-client-version": "1.0.41" };
const turn = { ...grok, "x-grok-turn-idx": "1" };
const mainTools = functions("run_terminal_command", "spawn_subagent");
const kinds: readonly [string, Record<string, unknown>, Record<string, string>, string][] = [
  ["without tools", { tools: [] }, {}, "side"],
  ["of opencode's conversation", { tools: functions("bash", "task") }, { "x-session-id": "a" }, "main"],
  ["of opencode's subagent", { tools: functions("bash") }, { "x-parent-session-id": "a" }, "subagent"],
  ["of a numbered turn of Grok", { tools: mainTools }, turn, "main"],
  ["of a subagent of Grok", { tools: functions("run_terminal_command") }, turn, "subagent"],
  ["for Grok's summary of a turn", { tools: mainTools }, grok, "side"],
  ["for a title of Grok's", { tools: functions("session_title") }, grok, "side"],
];

test.for(kinds)("a request %s is of kind $3", async ([, body, headers, kind]) => {
  await using model = await playing();
  await drain(await askChat(model.url, body, headers));
  expect(model.requests.at(0)?.kind).toBe(kind);
});

test("a title that is asked for elsewhere is answered there, and takes no reply", async () => {
  await using model = await playing([{ say: "first" }]);
  const title = await fetch(`${model.url}/v1/responses`, {
    method: "POST",
    body: JSON.stringify({ model: "m", input: [], tools: [{ type: "function", name: "session_title" }] }),
  });
  expect(await title.json()).toMatchObject({ object: "response", status: "completed" });
  expect((await drain(await askChat(model.url))).text).toContain('"content":"first"');
  expect([...model.requests].map(({ kind }) => kind)).toEqual(["side", "main"]);
});

test("there are two models to choose between, and nothing to know of the key", async () => {
  await using model = await playing();
  expect(await (await fetch(`${model.url}/v1/models`)).json()).toMatchObject({
    data: [{ id: "lab-model" }, { id: "lab-other-model" }],
  });
  expect((await fetch(`${model.url}/v1/api-key`)).status).toBe(404);
});

test("tools are called by the names of the CLI whose tools are offered", async () => {
  const reply: Reply = [{ call: "Bash", input: { command: "ls" } }];
  await using model = await playing(reply, reply);
  const answer = async (...tools: string[]) =>
    (await drain(await askChat(model.url, { tools: functions(...tools) }))).text;
  expect(await answer("bash", "read")).toContain('"name":"bash"');
  expect(await answer("read_file", "run_terminal_command")).toContain('"name":"run_terminal_command"');
});

test("what the CLI has no tool for is refused, and says how to write it", async () => {
  await using model = await playing([{ call: "NotebookEdit", input: {} }]);
  const response = await askChat(model.url);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Grok has no tool for `NotebookEdit`");
});

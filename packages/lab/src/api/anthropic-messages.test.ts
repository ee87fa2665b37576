import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { ask, drain, offer } from "../../test/ask-model.ts";
import { scriptedModel } from "../model/scripted-model.ts";

const playing = (...replies: Reply[]) =>
  scriptedModel({ api: "anthropic-messages", scenario: { name: "test", replies } });

test("a request that does not ask for a stream gets the reply in one piece", async () => {
  await using model = await playing([
    { think: "hmm" },
    { say: "hi" },
    { call: "Read", input: { path: "a" } },
    { usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 } },
  ]);
  const response = await ask(model.url, { stream: false });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({
    id: "msg_lab_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      { type: "thinking", thinking: "hmm", signature: "bGFiLXNpZ25hdHVyZQ==" },
      { type: "text", text: "hi" },
      { type: "tool_use", id: "toolu_lab_1_2", name: "Read", input: { file_path: "a" } },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 2, output_tokens: 3 },
  });
});

test.for([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [418, "invalid_request_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [503, "api_error"],
  [529, "overloaded_error"],
] as const)("httpError %i is an error of type %s, with the headers given", async ([status, type]) => {
  await using model = await playing([{ httpError: status, message: "no", headers: { "retry-after": "7" } }]);
  const response = await ask(model.url);
  expect(response.status).toBe(status);
  expect(response.headers.get("retry-after")).toBe("7");
  expect(await response.json()).toEqual({
    type: "error",
    error: { type, message: "no" },
    request_id: "req_lab",
  });
});

test("malformed is broken JSON where the reply is in one piece", async () => {
  await using model = await playing([{ malformed: true }]);
  await expect((await ask(model.url, { stream: false })).json()).rejects.toThrow(SyntaxError);
});

test.for([true, false])("a cut at the start is a broken connection (stream: %s)", async (stream) => {
  await using model = await playing([{ cut: true }]);
  await expect(ask(model.url, { stream })).rejects.toThrow();
});

test("only requests for the conversation take replies", async () => {
  await using model = await playing([{ say: "first" }]);
  const text = async (response: Response) => (await drain(response)).text;

  expect(await (await fetch(`${model.url}/v1/messages/count_tokens`, { method: "POST" })).json()).toEqual({
    input_tokens: 10,
  });
  expect((await fetch(model.url, { method: "HEAD" })).status).toBe(404);
  expect(await text(await ask(model.url, { tools: [] }))).toContain('"text":"ok"');
  expect(await text(await ask(model.url))).toContain('"text":"first"');
  expect([...model.requests].map(({ kind }) => kind)).toEqual(["other", "other", "side", "main"]);
});

test("subagents have replies of their own where the scenario says so", async () => {
  const subagent = { system: [{ type: "text", text: "x-anthropic-billing-header: cc_is_subagent=true;" }] };
  await using model = await scriptedModel({
    api: "anthropic-messages",
    scenario: {
      name: "two",
      replies: [[{ say: "main-1" }], [{ say: "main-2" }]],
      subagentReplies: [[{ say: "sub-1" }]],
    },
  });
  const said: (string | undefined)[] = [];
  for (const body of [{}, subagent, subagent, {}, {}]) {
    const { text } = await drain(await ask(model.url, { ...body, stream: false }));
    said.push(JSON.parse(text).content[0].text);
  }
  expect(said).toEqual(["main-1", "sub-1", "All done.", "main-2", "All done."]);
});

test("what the shared vocabulary cannot name is refused, and says how to write it", async () => {
  await using model = await playing([{ call: "Other", input: {} }]);
  const response = await ask(model.url);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("`Other` names no tool");
});

test("a subagent is called by the name that the CLI offers", async () => {
  await using model = await playing(
    [{ call: "Task", input: { prompt: "p" } }],
    [{ call: "Task", input: { prompt: "p" } }],
  );
  const named = async (...tools: string[]) => {
    const { text } = await drain(await ask(model.url, { stream: false, tools: offer(...tools) }));
    return JSON.parse(text).content[0].name;
  };
  expect(await named("Bash", "Task")).toBe("Task");
  expect(await named("Agent", "Bash")).toBe("Agent");
});

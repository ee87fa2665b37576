import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { drain } from "../../test/ask-model.ts";
import { askResponses } from "../../test/ask-responses.ts";
import { scriptedModel } from "../model/scripted-model.ts";
import { openAiResponses } from "./openai-responses.ts";

const playing = (...replies: Reply[]) =>
  scriptedModel({ api: "openai-responses", scenario: { name: "test", replies } });

test("a request that does not ask for a stream gets the reply in one piece", async () => {
  await using model = await playing([
    { think: "hmm" },
    { say: "hi" },
    { call: "Bash", input: { command: "ls" }, id: "a" },
    { native: "apply_patch", input: "patch" },
    { usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 } },
  ]);
  const response = await askResponses(model.url, { stream: false, reasoning: { summary: "auto" } });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({
    id: "resp_lab_1",
    object: "response",
    created_at: 0,
    model: "m",
    status: "completed",
    error: null,
    output: [
      {
        type: "reasoning",
        id: "rs_lab_1_0",
        summary: [{ type: "summary_text", text: "hmm" }],
        content: [],
        encrypted_content: "bGFiLXJlYXNvbmluZw==",
      },
      {
        type: "message",
        id: "msg_lab_1_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "hi", annotations: [] }],
      },
      {
        type: "function_call",
        id: "fc_lab_1_2",
        call_id: "a",
        name: "exec_command",
        arguments: '{"cmd":"ls","yield_time_ms":30000}',
        status: "completed",
      },
      {
        type: "custom_tool_call",
        id: "ctc_lab_1_3",
        call_id: "call_lab_1_3",
        name: "apply_patch",
        input: "patch",
        status: "completed",
      },
    ],
    usage: {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 2 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 12,
    },
  });
});

test.for([
  [400, "invalid_request_error", null],
  [401, "invalid_request_error", "invalid_api_key"],
  [404, "invalid_request_error", "model_not_found"],
  [429, "requests", "rate_limit_exceeded"],
  [500, "server_error", null],
  [503, "server_error", "server_is_overloaded"],
  [529, "server_error", null],
] as const)(
  "httpError %i is of type %s with code %s, with the headers given",
  async ([status, type, code]) => {
    await using model = await playing([
      { httpError: status, message: "no", headers: { "retry-after": "7" } },
    ]);
    const response = await askResponses(model.url);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.json()).toEqual({ error: { message: "no", type, param: null, code } });
  },
);

test.for([true, false])("a cut at the start is a broken connection (stream: %s)", async (stream) => {
  await using model = await playing([{ cut: true }]);
  await expect(askResponses(model.url, { stream })).rejects.toThrow();
});

test("malformed is broken JSON where the reply is in one piece", async () => {
  await using model = await playing([{ malformed: true }]);
  await expect((await askResponses(model.url, { stream: false })).json()).rejects.toThrow(SyntaxError);
});

test("what Codex has no tool for is refused, and says how to write it", async () => {
  await using model = await playing([{ call: "ExitPlan", input: {} }]);
  const response = await askResponses(model.url);
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/`ExitPlan` names no tool of Codex.*proposed_plan/);
});

const tools = [{ type: "function", name: "exec_command" }];
const turn = (metadata: Record<string, unknown>) => ({
  tools,
  client_metadata: { "x-codex-turn-metadata": JSON.stringify(metadata) },
});
const post = "/v1/responses";

const kinds = [
  ["a turn", "main", "POST", post, turn({ request_kind: "turn", agent_name: "/root" })],
  ["a turn of a client that says nothing of itself", "main", "POST", post, { tools }],
  ["a turn under another base path", "main", "POST", "/xai/v1/responses?x=1", { tools }],
  ["a turn with metadata that are no JSON", "main", "POST", post, turnWith("{")],
  ["a turn of a subagent", "subagent", "POST", post, turn({ agent_name: "/elsewhere" })],
  ["a title", "side", "POST", post, { tools: [] }],
  ["a title without the field", "side", "POST", post, {}],
  ["a compaction", "side", "POST", post, turn({ request_kind: "compaction" })],
  ["a list of models", "other", "GET", "/v1/models", undefined],
  ["another API", "other", "POST", "/v1/chat/completions", { tools }],
] as const;

function turnWith(metadata: string) {
  return { tools, client_metadata: { "x-codex-turn-metadata": metadata } };
}

test.for(kinds)("%s is a request of kind %s", ([, kind, method, path, body]) => {
  expect(openAiResponses.classify({ method, path, body, headers: {} })).toBe(kind);
});

test("only requests for the conversation take replies", async () => {
  await using model = await playing([{ say: "first" }]);
  expect((await fetch(`${model.url}/v1/models`)).status).toBe(404);
  expect((await drain(await askResponses(model.url, { tools: [] }))).text).toContain('"delta":"ok"');
  expect((await drain(await askResponses(model.url))).text).toContain('"delta":"first"');
});

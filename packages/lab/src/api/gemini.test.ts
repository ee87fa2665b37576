import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { drain } from "../../test/ask-model.ts";
import { scriptedModel } from "../model/scripted-model.ts";

const playing = (...replies: Reply[]) =>
  scriptedModel({ api: "gemini", scenario: { name: "test", replies } });

const declaring = (...names: string[]) => [{ functionDeclarations: names.map((name) => ({ name })) }];

const askGemini = (url: string, method = "streamGenerateContent?alt=sse", body: object = {}) =>
  fetch(`${url}/v1beta/models/m:${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": "secret" },
    body: JSON.stringify({ contents: [], tools: declaring("run_shell_command"), ...body }),
  });

const response = (parts: string, end = "", usage = "") =>
  `{"candidates":[{"index":0,"content":{"role":"model","parts":${parts}}${end}}]${usage},"modelVersion":"m","responseId":"response_lab_1"}`;
const counts = (prompt: number, cached: number, output: number) =>
  `,"usageMetadata":{"promptTokenCount":${prompt},"cachedContentTokenCount":${cached},"candidatesTokenCount":${output},"totalTokenCount":${prompt + output}}`;
const end = response('[{"text":""}]', ',"finishReason":"STOP"', counts(10, 0, 5));

const rows: readonly [string, Reply, readonly string[]][] = [
  ["an empty reply is an end", [], [end]],
  [
    "say goes out word by word",
    [{ say: "one two" }],
    [response('[{"text":"one "}]'), response('[{"text":"two"}]'), end],
  ],
  [
    "say goes out in the chunks that it names",
    [{ say: "a b", chunks: ["a b"] }],
    [response('[{"text":"a b"}]'), end],
  ],
  ["a thought comes whole", [{ think: "let me" }], [response('[{"text":"let me","thought":true}]'), end]],
  [
    "a call comes whole, with a signature",
    [
      { call: "Bash", input: { command: "ls" } },
      { native: "zap", input: {}, id: "x" },
    ],
    [
      response(
        '[{"functionCall":{"id":"call_lab_1_0","name":"run_shell_command","args":{"command":"ls"}},"thoughtSignature":"bGFiLXNpZ25hdHVyZQ=="}]',
      ),
      response(
        '[{"functionCall":{"id":"x","name":"zap","args":{}},"thoughtSignature":"bGFiLXNpZ25hdHVyZQ=="}]',
      ),
      end,
    ],
  ],
  [
    "what was cached is part of the prompt",
    [{ usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 } }],
    [response('[{"text":""}]', ',"finishReason":"STOP"', counts(9, 2, 3))],
  ],
  [
    "a malformed chunk stands between the others, and the reply goes on",
    [{ say: "a" }, { malformed: true }],
    [response('[{"text":"a"}]'), '{"candidates":[{"index":0,"content":{"pa', end],
  ],
  [
    "an error after the reply has begun stands in the stream and ends it",
    [{ say: "a" }, { httpError: 503, message: "late" }, { say: "never" }],
    [response('[{"text":"a"}]'), '{"error":{"code":503,"message":"late","status":"UNAVAILABLE"}}'],
  ],
];

test.for(rows)("%s", async ([, reply, data]) => {
  await using model = await playing(reply);
  const { text } = await drain(await askGemini(model.url));
  expect(text).toBe(data.map((line) => `data: ${line}\n\n`).join(""));
});

test("the other method gives the reply in one piece", async () => {
  await using model = await playing([{ say: "a b" }, { call: "Write", input: { path: "p", content: "c" } }]);
  expect(await (await askGemini(model.url, "generateContent")).json()).toMatchObject({
    candidates: [
      {
        content: {
          parts: [
            { text: "a " },
            { text: "b" },
            { functionCall: { name: "write_file", args: { file_path: "p", content: "c" } } },
          ],
        },
        finishReason: "STOP",
      },
    ],
  });
});

test.for([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [418, "FAILED_PRECONDITION"],
  [429, "RESOURCE_EXHAUSTED"],
  [500, "INTERNAL"],
  [599, "INTERNAL"],
] as const)("httpError %i has the status %s", async ([code, status]) => {
  await using model = await playing([{ httpError: code, message: "no" }]);
  const refused = await askGemini(model.url);
  expect(refused.status).toBe(code);
  expect(await refused.json()).toEqual({ error: { code, message: "no", status } });
});

test("only requests for the conversation take replies", async () => {
  await using model = await playing([{ say: "first" }]);
  expect(await (await askGemini(model.url, "countTokens")).json()).toEqual({ totalTokens: 10 });
  expect((await fetch(`${model.url}/v1beta/models`)).status).toBe(404);
  await drain(await askGemini(model.url, "generateContent", { tools: undefined }));
  expect((await drain(await askGemini(model.url))).text).toContain("first");
  await drain(await askGemini(model.url, undefined, { tools: declaring("glob", "complete_task") }));
  expect([...model.requests].map(({ kind }) => kind)).toEqual(["other", "other", "side", "main", "subagent"]);
});

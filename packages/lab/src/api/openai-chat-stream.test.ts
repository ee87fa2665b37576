import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { askChat } from "../../test/ask-chat.ts";
import { drain } from "../../test/ask-model.ts";
import { scriptedModel } from "../model/scripted-model.ts";

const chunk = (choices: string, more = "") =>
  `{"id":"chatcmpl-lab_1","object":"chat.completion.chunk","created":0,"model":"m","choices":${choices}${more}}`;
const delta = (inner: string, finish = "null") =>
  chunk(`[{"index":0,"delta":${inner},"finish_reason":${finish}}]`);
const said = (text: string) => delta(`{"content":"${text}"}`);
const call = (index: number, id: string, name: string) =>
  delta(
    `{"tool_calls":[{"index":${index},"id":"${id}","type":"function","function":{"name":"${name}","arguments":""}}]}`,
  );
const typed = (index: number, json: string) =>
  delta(`{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(json)}}}]}`);
const usage = (prompt: number, completion: number, cached: number) =>
  chunk(
    "[]",
    `,"usage":{"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${prompt + completion},"prompt_tokens_details":{"cached_tokens":${cached}},"completion_tokens_details":{"reasoning_tokens":0}}`,
  );

const begin = delta('{"role":"assistant","content":""}');
const end = (reason: string) => [delta("{}", `"${reason}"`), usage(10, 5, 0), "[DONE]"];

interface Row {
  readonly title: string;
  readonly reply: Reply;
  readonly data: readonly string[];
}

const rows: readonly Row[] = [
  { title: "an empty reply is a message with no content", reply: [], data: [begin, ...end("stop")] },
  {
    title: "say goes out word by word",
    reply: [{ say: "one  two\nthree" }],
    data: [begin, said("one  "), said("two\\n"), said("three"), ...end("stop")],
  },
  {
    title: "say goes out in the chunks that it names",
    reply: [{ say: "ab", chunks: ["a", "b"] }],
    data: [begin, said("a"), said("b"), ...end("stop")],
  },
  {
    title: "think is the content of reasoning",
    reply: [{ think: "hmm" }, { say: "so" }],
    data: [begin, delta('{"reasoning_content":"hmm"}'), said("so"), ...end("stop")],
  },
  {
    title: "calls are numbered among themselves, whatever was said between them",
    reply: [
      { say: "a" },
      { call: "Bash", input: { command: "ls" }, id: "x" },
      { say: "b" },
      { native: "zap", input: [1] },
    ],
    data: [
      begin,
      said("a"),
      call(0, "x", "run_terminal_command"),
      typed(0, '{"description":"ls","command":"ls"}'),
      said("b"),
      call(1, "call_lab_1_3", "zap"),
      typed(1, "[1]"),
      ...end("tool_calls"),
    ],
  },
  {
    title: "what was cached is part of the prompt",
    reply: [{ usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 } }],
    data: [begin, delta("{}", '"stop"'), usage(9, 3, 2), "[DONE]"],
  },
  {
    title: "a malformed delta stands between the others, and the reply goes on",
    reply: [{ say: "a" }, { malformed: true }],
    data: [
      begin,
      said("a"),
      '{"id":"chatcmpl-lab_1","object":"chat.completion.chunk","choices":[{"index":0,"del',
      ...end("stop"),
    ],
  },
  {
    title: "an error after the reply has begun stands in the stream and ends it",
    reply: [{ say: "a" }, { httpError: 500, message: "late" }, { say: "never" }],
    data: [begin, said("a"), '{"error":{"message":"late","type":"server_error","param":null,"code":null}}'],
  },
];

test.for(rows)("$title", async ({ reply, data }) => {
  await using model = await scriptedModel({
    api: "openai-chat",
    scenario: { name: "test", replies: [reply] },
  });
  const response = await askChat(model.url);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const { text } = await drain(response);
  expect(text).toBe(data.map((line) => `data: ${line}\n\n`).join(""));
});

test("usage is not told to a client that does not ask for it", async () => {
  await using model = await scriptedModel({ api: "openai-chat" });
  const { text } = await drain(await askChat(model.url, { stream_options: undefined }));
  expect(text).not.toContain("usage");
  expect(text).toContain("data: [DONE]");
});

test("a cut comes in the middle of the text", async () => {
  await using model = await scriptedModel({
    api: "openai-chat",
    scenario: { name: "cut", replies: [[{ say: "half " }, { cut: true }]] },
  });
  expect((await askChat(model.url).then(drain)).ended).toBe("cut");
});

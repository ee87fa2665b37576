import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { ask, drain, events, rawAnswer } from "../../test/ask-model.ts";
import { scriptedModel } from "../model/scripted-model.ts";

const begin =
  'message_start {"type":"message_start","message":{"id":"msg_lab_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}}}';
const start = (index: number, block: string) =>
  `content_block_start {"type":"content_block_start","index":${index},"content_block":${block}}`;
const delta = (index: number, inner: string) =>
  `content_block_delta {"type":"content_block_delta","index":${index},"delta":${inner}}`;
const stop = (index: number) => `content_block_stop {"type":"content_block_stop","index":${index}}`;
const end = (reason: string) => [
  `message_delta {"type":"message_delta","delta":{"stop_reason":"${reason}","stop_sequence":null},"usage":{"input_tokens":10,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":5}}`,
  'message_stop {"type":"message_stop"}',
];

const text = '{"type":"text","text":""}';
const said = (words: string) => `{"type":"text_delta","text":"${words}"}`;
const typed = (json: string) => `{"type":"input_json_delta","partial_json":${JSON.stringify(json)}}`;

interface Row {
  readonly title: string;
  readonly reply: Reply;
  readonly events: readonly string[];
}

const rows: readonly Row[] = [
  { title: "an empty reply is a message with no content", reply: [], events: [begin, ...end("end_turn")] },
  {
    title: "say goes out word by word",
    reply: [{ say: "one  two\nthree" }],
    events: [
      begin,
      start(0, text),
      delta(0, said("one  ")),
      delta(0, said("two\\n")),
      delta(0, said("three")),
      stop(0),
      ...end("end_turn"),
    ],
  },
  {
    title: "say goes out in the chunks that it names",
    reply: [{ say: "ab", chunks: ["a", "b"] }],
    events: [begin, start(0, text), delta(0, said("a")), delta(0, said("b")), stop(0), ...end("end_turn")],
  },
  {
    title: "think is signed at the end of its block",
    reply: [{ think: "hmm" }, { say: "so" }],
    events: [
      begin,
      start(0, '{"type":"thinking","thinking":"","signature":""}'),
      delta(0, '{"type":"thinking_delta","thinking":"hmm"}'),
      delta(0, '{"type":"signature_delta","signature":"bGFiLXNpZ25hdHVyZQ=="}'),
      stop(0),
      start(1, text),
      delta(1, said("so")),
      stop(1),
      ...end("end_turn"),
    ],
  },
  {
    title: "calls that follow one another are blocks of one reply",
    reply: [
      { call: "Bash", input: { command: "ls" }, id: "a" },
      { native: "Zap", input: [1] },
    ],
    events: [
      begin,
      start(0, '{"type":"tool_use","id":"a","name":"Bash","input":{}}'),
      delta(0, typed("")),
      delta(0, typed('{"command":"ls"}')),
      stop(0),
      start(1, '{"type":"tool_use","id":"toolu_lab_1_1","name":"Zap","input":{}}'),
      delta(1, typed("")),
      delta(1, typed("[1]")),
      stop(1),
      ...end("tool_use"),
    ],
  },
  {
    title: "a malformed delta stands in its block, and the reply goes on",
    reply: [{ say: "a" }, { malformed: true }],
    events: [
      begin,
      start(0, text),
      delta(0, said("a")),
      'content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"te',
      stop(0),
      ...end("end_turn"),
    ],
  },
  {
    title: "an error after the reply has begun is an event",
    reply: [{ say: "a" }, { httpError: 529, message: "busy" }, { say: "never" }],
    events: [
      begin,
      start(0, text),
      delta(0, said("a")),
      'error {"type":"error","error":{"type":"overloaded_error","message":"busy"},"request_id":"req_lab"}',
    ],
  },
];

test.for(rows)("$title", async ({ reply, events: expected }) => {
  await using model = await scriptedModel({
    api: "anthropic-messages",
    scenario: { name: "row", replies: [reply] },
  });

  const response = await ask(model.url);
  const received = await drain(response);

  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(events(received.text)).toEqual(expected);
  expect(received.ended).toBe("whole");
});

test("the input of a call goes out word by word, and together is its JSON", async () => {
  const input = { command: 'echo 𝄞 "two  words"\n', description: "Say it" };
  await using model = await scriptedModel({
    api: "anthropic-messages",
    scenario: { name: "words", replies: [[{ call: "Bash", input }]] },
  });
  const received = await drain(await ask(model.url));
  const pieces = [...received.text.matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)].map(([, json]) =>
    JSON.parse(json ?? ""),
  );
  expect(pieces.length).toBeGreaterThan(3);
  expect(JSON.parse(pieces.join(""))).toEqual(input);
});

test("a cut comes in the middle of the text, after what was said before it", async () => {
  await using model = await scriptedModel({
    api: "anthropic-messages",
    scenario: { name: "cut", replies: [[{ say: "half" }, { cut: true }, { say: "never" }]] },
  });
  const received = await rawAnswer(model.url);
  const sent = [begin, start(0, text), delta(0, said("half"))].map((line) =>
    line.slice(line.indexOf(" ") + 1),
  );
  expect(received.match(/(?<=^data: ).*$/gm)).toEqual(sent);
  // The last chunk of a whole answer has no length.
  expect(received.endsWith("0\r\n\r\n")).toBe(false);
});

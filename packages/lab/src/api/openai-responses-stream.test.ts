import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { drain } from "../../test/ask-model.ts";
import { askResponses } from "../../test/ask-responses.ts";
import { scriptedModel } from "../model/scripted-model.ts";

/** An event of a stream as these tests write it: its type, and of its other fields those that tell something. */
type Told = readonly [type: string, ...facts: unknown[]];

interface WireEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index?: number;
  readonly item?: { readonly id: string; readonly type: string; readonly status?: string };
  readonly delta?: string;
  readonly text?: string;
  readonly response?: {
    readonly status: string;
    readonly output: readonly unknown[];
    readonly error: unknown;
  };
}

const eventsOf = (stream: string): readonly WireEvent[] =>
  [...stream.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, name, data]) => {
    const event: WireEvent = JSON.parse(data ?? "");
    expect(event.type).toBe(name);
    return event;
  });

function told({ type, output_index, item, delta, text, response }: WireEvent): Told {
  const facts = [output_index, item?.id, delta ?? text, response?.status, response?.output.length];
  return [type.replace("response.", ""), ...facts.filter((fact) => fact !== undefined)];
}

async function streamed(reply: Reply, body: Record<string, unknown> = {}) {
  await using model = await scriptedModel({
    api: "openai-responses",
    scenario: { name: "row", replies: [reply] },
  });
  const response = await askResponses(model.url, body);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  return eventsOf((await drain(response)).text);
}

interface Row {
  readonly title: string;
  readonly reply: Reply;
  readonly body?: Record<string, unknown>;
  readonly events: readonly Told[];
}

const begin: Told = ["created", "in_progress", 0];
const end = (items: number): Told => ["completed", "completed", items];

const rows: readonly Row[] = [
  { title: "an empty reply has no items", reply: [], events: [begin, end(0)] },
  {
    title: "say goes out word by word",
    reply: [{ say: "one  two" }],
    events: [
      begin,
      ["output_item.added", 0, "msg_lab_1_0"],
      ["content_part.added", 0],
      ["output_text.delta", 0, "one  "],
      ["output_text.delta", 0, "two"],
      ["output_text.done", 0, "one  two"],
      ["content_part.done", 0],
      ["output_item.done", 0, "msg_lab_1_0"],
      end(1),
    ],
  },
  {
    title: "think is a summary where the client asks for summaries",
    reply: [{ think: "a b" }, { say: "so", chunks: ["s", "o"] }],
    body: { reasoning: { summary: "auto" } },
    events: [
      begin,
      ["output_item.added", 0, "rs_lab_1_0"],
      ["reasoning_summary_part.added", 0],
      ["reasoning_summary_text.delta", 0, "a "],
      ["reasoning_summary_text.delta", 0, "b"],
      ["reasoning_summary_text.done", 0, "a b"],
      ["reasoning_summary_part.done", 0],
      ["output_item.done", 0, "rs_lab_1_0"],
      ["output_item.added", 1, "msg_lab_1_1"],
      ["content_part.added", 1],
      ["output_text.delta", 1, "s"],
      ["output_text.delta", 1, "o"],
      ["output_text.done", 1, "so"],
      ["content_part.done", 1],
      ["output_item.done", 1, "msg_lab_1_1"],
      end(2),
    ],
  },
  {
    title: "think is the thoughts themselves where it asks for none",
    reply: [{ think: "hmm" }],
    events: [
      begin,
      ["output_item.added", 0, "rs_lab_1_0"],
      ["reasoning_text.delta", 0, "hmm"],
      ["reasoning_text.done", 0, "hmm"],
      ["output_item.done", 0, "rs_lab_1_0"],
      end(1),
    ],
  },
  {
    title: "calls that follow one another are items of one reply, each closed at once",
    reply: [
      { native: "zap", input: { a: 1 } },
      { native: "apply_patch", input: "a b" },
    ],
    events: [
      begin,
      ["output_item.added", 0, "fc_lab_1_0"],
      ["function_call_arguments.delta", 0, '{"a":1}'],
      ["function_call_arguments.done", 0],
      ["output_item.done", 0, "fc_lab_1_0"],
      ["output_item.added", 1, "ctc_lab_1_1"],
      ["custom_tool_call_input.delta", 1, "a "],
      ["custom_tool_call_input.delta", 1, "b"],
      ["custom_tool_call_input.done", 1],
      ["output_item.done", 1, "ctc_lab_1_1"],
      end(2),
    ],
  },
  {
    title: "an error after the reply has begun ends it as failed, in the middle of its text",
    reply: [{ say: "half" }, { httpError: 429, message: "slow down" }, { say: "never" }],
    events: [
      begin,
      ["output_item.added", 0, "msg_lab_1_0"],
      ["content_part.added", 0],
      ["output_text.delta", 0, "half"],
      ["failed", "failed", 0],
    ],
  },
];

test.for(rows)("$title", async ({ reply, body, events }) => {
  const received = await streamed(reply, body);
  expect(received.map(told)).toEqual(events);
  expect(received.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
});

test.for([
  [400, "invalid_prompt"],
  [401, "invalid_api_key"],
  [429, "rate_limit_exceeded"],
  [500, "server_error"],
  [503, "server_is_overloaded"],
] as const)("a late %i has the code %s", async ([httpError, code]) => {
  const received = await streamed([{ say: "half" }, { httpError, message: "no" }]);
  expect(received.at(-1)?.response?.error).toEqual({ code, message: "no" });
});

test("a malformed delta stands in its item, and the reply goes on", async () => {
  await using model = await scriptedModel({
    api: "openai-responses",
    scenario: { name: "malformed", replies: [[{ say: "a" }, { malformed: true }]] },
  });
  const { text } = await drain(await askResponses(model.url));
  const [before, after] = text.split('data: {"type":"response.output_text.delta","output_index":0,"del\n\n');
  expect(before).toContain('"delta":"a"');
  expect(after).toContain("event: response.completed");
});

test("a reply stands at a gate in the middle of its text", async () => {
  await using model = await scriptedModel({
    api: "openai-responses",
    scenario: { name: "gate", replies: [[{ say: "before" }, { gate: "g" }, { say: "after" }]] },
  });
  const reader = (await askResponses(model.url)).body?.getReader();
  const decoder = new TextDecoder();
  await model.gateReached("g");
  let seen = "";
  while (!seen.includes('"delta":"before"')) seen += decoder.decode((await reader?.read())?.value);
  expect(seen).not.toContain("output_item.done");

  model.openGate("g");
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    seen += decoder.decode(part.value);
  expect(eventsOf(seen).map(told).at(-1)).toEqual(end(2));
});

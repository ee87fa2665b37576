import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assistant,
  bash,
  blockStart,
  called,
  init,
  input,
  messageStart,
  play,
  result,
  said,
  stream,
  system,
  textDelta,
  textStart,
} from "../../test/claude-lines.ts";

const thinkingDelta = (index: number, thinking: string) =>
  stream({ type: "content_block_delta", index, delta: { type: "thinking_delta", thinking } });
const inputDelta = (index: number, partial_json: string) =>
  stream({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
const toolStart = (index: number, id: string, name: string) =>
  blockStart(index, { type: "tool_use", id, name, input: {} });
const messageStop = (fields = {}) => stream({ type: "message_stop" }, fields);
const stopReason = (stop_reason: string) => stream({ type: "message_delta", delta: { stop_reason } });

const begin = [input("go"), init(), messageStart("m1")];

describe("a reply, block by block", () => {
  test("text: deltas, then the whole of it under the same id", () => {
    const run = play(
      ...begin,
      textStart(0),
      textDelta(0, "a "),
      textDelta(0, "b"),
      said("m1", "a b"),
      result(),
    );
    expect(run.of("assistantText").map((e) => [e.messageId, e.text, e.isPartial])).toEqual([
      ["m1:0", "a ", true],
      ["m1:0", "b", true],
      ["m1:0", "a b", false],
    ]);
    expect(run.check().faults).toEqual([]);
  });

  test("thinking under the same rule; signatures and redacted blocks say nothing", () => {
    const run = play(
      ...begin,
      blockStart(0, { type: "redacted_thinking", data: "x" }),
      assistant("m1", { type: "redacted_thinking", data: "x" }),
      blockStart(1, { type: "thinking", thinking: "", signature: "" }),
      system("thinking_tokens", { estimated_tokens: 1 }),
      thinkingDelta(1, "hm"),
      stream({ type: "content_block_delta", index: 1, delta: { type: "signature_delta", signature: "s" } }),
      assistant("m1", { type: "thinking", thinking: "hm", signature: "s" }),
      textStart(2),
      textDelta(2, "so"),
      said("m1", "so"),
      result(),
    );
    const blocks = run.events.filter((e) => e.kind === "thinking" || e.kind === "assistantText");
    expect(blocks.map((e) => [e.kind, e.messageId, e.text, e.isPartial])).toEqual([
      ["thinking", "m1:1", "hm", true],
      ["thinking", "m1:1", "hm", false],
      ["assistantText", "m1:2", "so", true],
      ["assistantText", "m1:2", "so", false],
    ]);
    expect(run.of("raw")).toEqual([]);
  });

  test("a tool call starts with its block and is complete with its line, once each", () => {
    const run = play(...begin, toolStart(0, "t1", "Bash"), inputDelta(0, '{"command"'), bash("m1", "t1"));
    expect(run.kinds().slice(3)).toEqual(["toolCallStarted", "toolCallInputDelta", "toolCallCompleted"]);
    expect(run.of("toolCallStarted")).toMatchObject([{ toolCallId: "t1", tool: "Bash", nativeTool: "Bash" }]);
    expect(run.of("toolCallCompleted")).toMatchObject([{ toolCallId: "t1", input: { command: "ls" } }]);
  });

  test("parallel calls and two texts in one reply keep their own blocks", () => {
    const run = play(
      ...begin,
      textStart(0),
      textDelta(0, "one"),
      said("m1", "one"),
      textStart(1),
      textDelta(1, "two"),
      said("m1", "two"),
      toolStart(2, "t1", "Bash"),
      bash("m1", "t1"),
      toolStart(3, "t2", "Bash"),
      bash("m1", "t2"),
    );
    expect(
      run
        .of("assistantText")
        .filter((e) => !e.isPartial)
        .map((e) => e.messageId),
    ).toEqual(["m1:0", "m1:1"]);
    expect(run.of("toolCallCompleted").map((e) => e.toolCallId)).toEqual(["t1", "t2"]);
    expect(run.check().faults).toEqual([]);
  });

  test("without a stream, the lines alone number the blocks", () => {
    const run = play(input("go"), init(), said("m1", "one"), bash("m1", "t1"), said("m1", "two"), result());
    expect(run.of("assistantText").map((e) => e.messageId)).toEqual(["m1:0", "m1:2"]);
  });

  test("tool JSON that could not be parsed is passed on as the CLI has it", () => {
    const unparsed = { __unparsedToolInput: { raw: '{"command":"ec', len: 14 } };
    const run = play(...begin, toolStart(0, "t1", "Bash"), called("m1", "t1", "Bash", unparsed));
    expect(run.of("toolCallCompleted")).toMatchObject([{ input: unparsed }]);
  });

  test("a kind of block that no table names becomes raw, verbatim", () => {
    const line = assistant("m1", { type: "hologram", x: 1 });
    expect(play(...begin, line).of("raw")).toMatchObject([{ backend: "claude", native: line }]);
  });
});

describe("a reply that breaks off", () => {
  const cut = [...begin, textStart(0), textDelta(0, "a b ")];

  test("197 answers again without streaming: what was out is closed as truncated", () => {
    const run = play(...cut, said("m2", "recovered"), result());
    expect(run.of("assistantText").filter((e) => !e.isPartial)).toMatchObject([
      { messageId: "m1:0", text: "a b ", truncated: true },
      { messageId: "m2:0", text: "recovered" },
    ]);
    expect(run.of("error")).toMatchObject([{ code: "streamCut", recoverable: true }]);
    expect(run.check().faults).toEqual([]);
  });

  test("332 names what it abandons, and tells of its next attempt", () => {
    const abandoned_blocks = { api_message_id: "m1", from_block_index: 0 };
    const run = play(
      ...cut,
      messageStop({ abandoned_blocks }),
      system("api_retry", { attempt: 1, max_retries: 10, retry_delay_ms: 533, error_status: null }),
      messageStart("m2"),
      textStart(0),
      textDelta(0, "recovered"),
      said("m2", "recovered"),
      result(),
    );
    expect(run.of("error").map((e) => [e.code, e.retryInMs])).toEqual([
      ["streamCut", undefined],
      ["network", 533],
    ]);
    expect(run.check().faults).toEqual([]);
  });

  test("in the middle of a tool call: the call is abandoned, what was said before it stands", () => {
    const run = play(
      ...begin,
      textStart(0),
      textDelta(0, "x"),
      said("m1", "x"),
      toolStart(1, "t1", "Bash"),
      inputDelta(1, '{"comm'),
      messageStop({ abandoned_blocks: { from_block_index: 1 } }),
      said("m2", "recovered"),
      result(),
    );
    expect(run.of("toolResult")).toMatchObject([{ toolCallId: "t1", isError: true, truncated: true }]);
    expect(run.of("assistantText").filter((e) => e.truncated)).toEqual([]);
    expect(run.check().faults).toEqual([]);
  });

  test("by an interruption says how far it came, and is no fault", () => {
    const run = play(...cut, { kind: "interrupting" }, said("m1", "a b ", { aborted: true }), result());
    expect(run.of("assistantText").at(-1)).toMatchObject({ text: "a b ", truncated: true });
    expect(run.of("error")).toEqual([]);
  });

  test("at the turn's end at the latest", () => {
    expect(
      play(...cut, result())
        .of("assistantText")
        .at(-1),
    ).toMatchObject({ text: "a b ", truncated: true });
  });
});

test("reasons to stop that a person should know of", () => {
  const run = play(...begin, stopReason("max_tokens"), messageStart("m2"), stopReason("end_turn"), result());
  expect(run.of("error").map((e) => e.code)).toEqual(["outputTooLong"]);
});

describe("what the CLI writes itself", () => {
  const synthetic = (text: string, fields = {}) => ({
    ...said("s1", text, fields),
    message: { id: "s1", model: "<synthetic>", content: [{ type: "text", text }] },
  });

  test("is said where it has words", () => {
    const run = play(input("/nosuch"), init(), synthetic("Unknown command: /nosuch"), result());
    expect(run.of("assistantText")).toMatchObject([{ text: "Unknown command: /nosuch" }]);
  });

  test("is nothing where it only fills a place", () => {
    expect(play(input("/clear"), init(), synthetic("(no content)"), result()).of("assistantText")).toEqual(
      [],
    );
  });

  test("is no text where it stands for an error: the turn says it", () => {
    const run = play(
      input("a"),
      init(),
      synthetic("API Error: Overloaded", { error: "unknown" }),
      result({ is_error: true, api_error_status: null, result: "API Error: Overloaded" }),
    );
    expect(run.of("assistantText")).toEqual([]);
    expect(run.of("turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "apiError", message: "API Error: Overloaded" } },
    ]);
  });
});

test("whatever the final text is, the deltas of a message joined are its final text", () => {
  const piece = fc.string({ maxLength: 6 });
  fc.assert(
    fc.property(fc.array(piece), piece, fc.boolean(), (deltas, other, agrees) => {
      const joined = deltas.join("");
      const final = agrees ? joined + other : other;
      const run = play(
        ...begin,
        textStart(0),
        ...deltas.map((text) => textDelta(0, text)),
        said("m1", final),
        result(),
      );
      expect(run.check().faults).toEqual([]);
      if (final !== "")
        expect(run.of("assistantText").at(-1)).toMatchObject({ text: final, isPartial: false });
    }),
  );
});

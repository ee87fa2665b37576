import { type AgentEvent, createIds, isLiveOnly, systemClock } from "@nucleic/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StreamDeltaMessage } from "../wire/messages.ts";
import { piecesFor } from "./pieces.ts";
import { type ClaudeStream, claudeStream } from "./stream.ts";

const piece: fc.Arbitrary<StreamDeltaMessage> = fc.record({
  type: fc.constant("stream_delta"),
  index: fc.nat(1),
  text: fc.string({ maxLength: 3 }),
  parent: fc.constantFrom(undefined, "toolu_1"),
});

/** What a session says when two replies, the main agent's and a subagent's, of two blocks each are on their way. */
async function eventsOf(say: (stream: ClaudeStream) => void): Promise<readonly AgentEvent[]> {
  const ids = createIds(systemClock);
  const stream = claudeStream({
    initial: { sessionId: ids.session(), cwd: "/", resumed: false },
    hooks: {},
    clock: systemClock,
    ids,
    answer: () => {},
    onLeave: () => {},
  });
  const begin = (parent: string | undefined, event: object) =>
    stream.feed({
      kind: "line",
      line: {
        status: "ok",
        message: { type: "stream_event", event: { ...event }, parent, native: {} },
      },
    });
  for (const parent of [undefined, "toolu_1"]) {
    begin(parent, { type: "message_start", message: { id: `msg_${parent}` } });
    for (const index of [0, 1])
      begin(parent, { type: "content_block_start", index, content_block: { type: "text", text: "" } });
  }
  say(stream);
  stream.events.end();
  const events: AgentEvent[] = [];
  for await (const event of stream.events) events.push(event);
  return events.filter(isLiveOnly);
}

/** The text of each block, and which block each run of deltas belongs to. */
function told(events: readonly AgentEvent[]) {
  const texts: Record<string, string> = {};
  const order: string[] = [];
  for (const event of events) {
    if (event.kind !== "assistantText") throw new Error(`unexpected ${event.kind}`);
    const block = `${event.parentToolCallId} ${event.messageId}`;
    texts[block] = (texts[block] ?? "") + event.text;
    if (order.at(-1) !== block) order.push(block);
  }
  return { texts, order };
}

test("joined pieces say the same in the same order, in at most one event a turn of a block", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const one = await eventsOf((stream) => {
        for (const message of pieces) stream.feed({ kind: "line", line: { status: "ok", message } });
      });
      const joined = await eventsOf((stream) => {
        const joining = piecesFor(stream);
        for (const message of pieces) joining.add(message, message.text, 1);
        joining.flush();
      });
      expect(told(joined)).toEqual(told(one));
      expect(joined.length).toBeLessThanOrEqual(one.length);
      const turns = pieces.filter(
        ({ index, parent }, i) => index !== pieces[i - 1]?.index || parent !== pieces[i - 1]?.parent,
      );
      expect(joined.length).toBeLessThanOrEqual(turns.length);
    }),
  );
});

test("the size of every line counts", async () => {
  await eventsOf((stream) => {
    const pieces = piecesFor(stream);
    const half = 512 * 1024;
    pieces.add({ type: "stream_delta", index: 0, text: "a", parent: undefined }, "a", half);
    expect(stream.events.isFull).toBe(false);
    pieces.add({ type: "stream_delta", index: 0, text: "b", parent: undefined }, "b", half);
    pieces.flush();
    expect(stream.events.isFull).toBe(true);
  });
});

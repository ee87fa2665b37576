import type { LineFrame, ProcessHandle } from "@nucleic/process";
import { type AgentEvent, idsFrom, type SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chunk, type Native, thought } from "../../test/played.ts";
import { knownAgents } from "../quirks/find-quirks.ts";
import { linesForPeer } from "./lines.ts";
import { acpStream } from "./stream.ts";

const warning = "Model metadata for `m` not found. ";
const text = fc.constantFrom("", "a", "Model metadata ", "for `m` not found. ", warning);
const messageId = fc.constantFrom({}, { messageId: "1" }, { messageId: "2" });
const update: fc.Arbitrary<Native> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(text, messageId).map(([said, id]) => chunk(said, id)) },
  { weight: 2, arbitrary: text.map((said) => thought(said)) },
  fc.constant<Native>({ sessionUpdate: "agent_message_chunk", content: { type: "image", data: "AA==" } }),
  fc.constant<Native>({ sessionUpdate: "usage_update", used: 1, size: 2 }),
  fc.constant<Native>({ sessionUpdate: "tool_call", toolCallId: "c", title: "Run", status: "completed" }),
);

/** What a session says whose agent prints these updates, read in batches of that size. */
async function eventsOf(updates: readonly Native[], batch: number): Promise<readonly AgentEvent[]> {
  const frames = updates.map((one, i): LineFrame => {
    const params = { sessionId: i % 7 === 6 ? "of another" : "native", update: one };
    const line = { jsonrpc: "2.0", method: "session/update", params };
    return { kind: "line", bytes: Buffer.from(JSON.stringify(line)) };
  });
  const handle = {
    lineBatches: (async function* () {
      for (let at = 0; at < frames.length; at += batch) yield frames.slice(at, at + batch);
    })(),
  } as Partial<ProcessHandle> as ProcessHandle;
  let n = 0;
  const stream = acpStream({
    initial: { sessionId: "s" as SessionId, cwd: "/", quirks: knownAgents["codex-acp"] },
    hooks: {},
    clock: { now: () => 1 } as never,
    ids: idsFrom(() => `id-${++n}`),
    answer: () => {},
    onLeave: () => {},
  });
  stream.feed({ kind: "sessionReady", backendSessionId: "native" });
  stream.feed({ kind: "input", input: { text: "go", context: [] }, steer: false });
  for await (const _ of linesForPeer({ handle, stream, onAsk: () => {} }));
  stream.events.end();
  const events: AgentEvent[] = [];
  for await (const event of stream.events) events.push(event);
  return events;
}

/** What was said, with the deltas of a block that follow each other as one. */
function told(events: readonly AgentEvent[]): readonly object[] {
  const joined: Native[] = [];
  for (const { seq: _, ...event } of events as readonly (AgentEvent & Native)[]) {
    const last = joined.at(-1);
    const isMore = event.isPartial && last?.isPartial && last.messageId === event.messageId;
    if (isMore) joined[joined.length - 1] = { ...last, text: `${last.text}${event.text}` };
    else joined.push(event);
  }
  return joined;
}

test("pieces that are read at once are joined, and say the same in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(update), fc.integer({ min: 2, max: 9 }), async (updates, batch) => {
      expect(told(await eventsOf(updates, batch))).toEqual(told(await eventsOf(updates, 1)));
    }),
  );
  const many = Array.from({ length: 100 }, () => chunk("a"));
  const deltas = (await eventsOf(many, 100)).filter((event) => event.kind === "assistantText");
  // The one that begins the block stands by itself, and so do those after the updates of another session.
  expect(deltas.length).toBeLessThan(20);
});

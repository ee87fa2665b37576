import {
  type AgentEvent,
  type Clock,
  type HistoryReadOptions,
  type Ids,
  idsFrom,
} from "@nucleic/protocol/core";
import type { DecodedStream } from "../decode/decoded-stream.ts";

/** What makes a decoder's events the same each time: ids that count, and a clock that stands. */
export interface SteadyOptions {
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The events of a recorded stdout as a golden file holds them: as JSON, with steady ids and times. */
export async function goldenEvents(decode: (options: SteadyOptions) => DecodedStream): Promise<AgentEvent[]> {
  let count = 0;
  const ids = idsFrom(() => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`);
  const clock = { now: () => 1_767_225_600_000, monotonicMs: () => 0, sleep: () => Promise.resolve() };
  const events = await Array.fromAsync(decode({ ids, clock }));
  return JSON.parse(JSON.stringify(events)) as AgentEvent[];
}

/** What an agent keeps of one session, as a golden file holds it. `read` gives its events, in order. */
export async function goldenHistory(
  read: (options: HistoryReadOptions) => AsyncIterable<AgentEvent>,
): Promise<AgentEvent[]> {
  let count = 0;
  const ids = idsFrom(() => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`);
  const events = await Array.fromAsync(read({ sessionId: ids.session(), ids }));
  return JSON.parse(JSON.stringify(events)) as AgentEvent[];
}

/** The bytes in pieces, cut at these places in any order. Nothing that is made of them may depend on where. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

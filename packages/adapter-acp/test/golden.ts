import { fixturePlaces } from "@nucleic/lab";
import { type AgentEvent, idsFrom } from "@nucleic/protocol";
import { decodeStream } from "../src/decode.ts";
import type { KnownAgentId } from "../src/quirks/find-quirks.ts";

/** What the adapter makes of a recorded stdout, with ids that count and a clock that stands: the goldens. */
export function goldenEvents(source: Iterable<Uint8Array>, agent: KnownAgentId): Promise<AgentEvent[]> {
  let count = 0;
  const ids = idsFrom(() => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`);
  const clock = { now: () => 1_767_225_600_000, monotonicMs: () => 0, sleep: () => Promise.resolve() };
  return Array.fromAsync(decodeStream(source, { ids, clock, cwd: fixturePlaces.project, agent }));
}

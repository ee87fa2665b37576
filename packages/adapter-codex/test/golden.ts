import type { DecodedStream, DecodeOptions } from "@nucleic/adapter-kit";
import { fixturePlaces } from "@nucleic/lab";
import { type AgentEvent, idsFrom } from "@nucleic/protocol";
import { decodeStream } from "../src/decode.ts";
import { decodeExecStream } from "../src/exec/decode.ts";

type Decode = (source: Iterable<Uint8Array>, options: DecodeOptions) => DecodedStream;

/** What the adapter makes of a recorded stdout, with ids that count and a clock that stands: the goldens. */
const golden =
  (decode: Decode) =>
  (source: Iterable<Uint8Array>): Promise<AgentEvent[]> => {
    let count = 0;
    const ids = idsFrom(() => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`);
    const clock = { now: () => 1_767_225_600_000, monotonicMs: () => 0, sleep: () => Promise.resolve() };
    return Array.fromAsync(decode(source, { ids, clock, cwd: fixturePlaces.project }));
  };

/** By the folder of the fixtures. */
export const goldenEvents = {
  "codex-appserver": golden(decodeStream),
  "codex-exec": golden(decodeExecStream),
} as const;

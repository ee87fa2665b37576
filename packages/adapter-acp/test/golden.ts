import { goldenEvents as golden } from "@nucleic/adapter-kit/testing";
import { fixturePlaces } from "@nucleic/lab";
import type { AgentEvent } from "@nucleic/protocol";
import { decodeStream } from "../src/decode.ts";
import type { KnownAgentId } from "../src/quirks/find-quirks.ts";

/** What the adapter makes of a recorded stdout: the goldens. */
export const goldenEvents = (source: Iterable<Uint8Array>, agent: KnownAgentId): Promise<AgentEvent[]> =>
  golden((steady) => decodeStream(source, { ...steady, cwd: fixturePlaces.project, agent }));

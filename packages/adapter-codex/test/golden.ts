import type { DecodedStream, DecodeOptions } from "@nucleic/adapter-kit";
import { goldenEvents as golden } from "@nucleic/adapter-kit/testing";
import { fixturePlaces } from "@nucleic/lab";
import { decodeStream } from "../src/decode.ts";
import { decodeExecStream } from "../src/exec/decode.ts";

type Decode = (source: Iterable<Uint8Array>, options: DecodeOptions) => DecodedStream;

const goldenBy = (decode: Decode) => (source: Iterable<Uint8Array>) =>
  golden((steady) => decode(source, { ...steady, cwd: fixturePlaces.project }));

/** What the adapter makes of a recorded stdout: the goldens, by the folder of the fixtures. */
export const goldenEvents = {
  "codex-appserver": goldenBy(decodeStream),
  "codex-exec": goldenBy(decodeExecStream),
} as const;

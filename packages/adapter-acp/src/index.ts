export type { DecodedStream, DecodeReport } from "@nucleic/adapter-kit";
export { type AcpDecodeOptions, decodeStream } from "./decode.ts";

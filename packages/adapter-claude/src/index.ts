export { type DecodedStream, type DecodeOptions, type DecodeReport, decodeStream } from "./decode.ts";

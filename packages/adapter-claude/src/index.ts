export type { DecodedStream, DecodeOptions, DecodeReport } from "@nucleic/adapter-kit";
export { decodeStream } from "./decode.ts";
export { type ClaudeBackendOptions, claudeBackend } from "./session/backend.ts";
export { inspectProject } from "./trust/inspect.ts";

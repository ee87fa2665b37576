export { type DecodedStream, type DecodeOptions, type DecodeReport, decodeStream } from "./decode.ts";
export { type ClaudeBackendOptions, claudeBackend } from "./session/backend.ts";
export { inspectProject } from "./trust/inspect.ts";

export type { DecodedStream, DecodeOptions, DecodeReport } from "@nucleic/adapter-kit";
export { type CodexArgumentsOptions, codexArguments, type ProjectTrust, projectTrust } from "./arguments.ts";
export { codexCapabilities } from "./capabilities.ts";
export { decodeStream } from "./decode.ts";
export { decodeExecStream } from "./exec/decode.ts";
export { type CodexExecBackendOptions, codexExecBackend } from "./exec/session/backend.ts";
export { type CodexBackendOptions, codexBackend } from "./session/backend.ts";
export { inspectProject } from "./trust/inspect.ts";

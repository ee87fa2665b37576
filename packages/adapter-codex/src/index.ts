export { type CodexArgumentsOptions, codexArguments, type ProjectTrust, projectTrust } from "./arguments.ts";
export { codexCapabilities } from "./capabilities.ts";
export { decodeExecStream } from "./exec/decode.ts";
export { type CodexExecBackendOptions, codexExecBackend } from "./exec/session/backend.ts";
export { inspectProject } from "./trust/inspect.ts";

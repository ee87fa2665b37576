export { type ClaudeBackendOptions, claudeBackend } from "./session/backend.ts";
export { inspectProject } from "./trust/inspect.ts";

export { AGENT_ENV_NAMES, agentEnv } from "./agent-env.ts";
export { decodeUtf8 } from "./decode-utf8.ts";
export { findExecutable } from "./find-executable.ts";
export { frameLines, LineSplitter } from "./frame-lines.ts";
export { localProcessHost } from "./local-process-host.ts";
export { ProcessError, type ProcessErrorCode } from "./process-error.ts";
export { type CommandCause, type CommandOptions, type CommandResult, runCommand } from "./run-command.ts";
export {
  findRun,
  type KillRunOptions,
  killRun,
  RUN_MARKER,
  type RunKill,
  type RunProcess,
} from "./run-marker.ts";
export type {
  ByteSource,
  ExitCause,
  LineFrame,
  ProcessExit,
  ProcessHandle,
  ProcessHost,
  ProcessSpec,
} from "./types.ts";

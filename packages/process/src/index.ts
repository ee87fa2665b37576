export { AGENT_ENV_NAMES, type AgentEnvOptions, agentEnv } from "./agent-env.ts";
export { decodeUtf8 } from "./decode-utf8.ts";
export { findExecutable } from "./find-executable.ts";
export { frameLineBatches, frameLines, LineSplitter, MAX_LINE_BYTES } from "./frame-lines.ts";
export { holdOpen } from "./hold-open.ts";
export {
  createJsonRpcPeer,
  type JsonRpcPeer,
  type JsonRpcPeerOptions,
  type RequestContext,
  type RequestHandler,
  type RpcFault,
} from "./json-rpc.ts";
export { JsonRpcError, RPC_CODES, type RpcId } from "./json-rpc-message.ts";
export { lineBatchesOf } from "./line-batches.ts";
export { type LocalProcessHostOptions, localProcessHost } from "./local-process-host.ts";
export { ProcessError, type ProcessErrorCode } from "./process-error.ts";
export { isAlive, type ProcessIdentity, processIdentity } from "./process-identity.ts";
export { type CommandCause, type CommandOptions, type CommandResult, runCommand } from "./run-command.ts";
export {
  checkRunId,
  findRun,
  type KillRunOptions,
  killRun,
  RUN_MARKER,
  type RunKill,
  type RunProcess,
} from "./run-marker.ts";
export { type DamagedRecord, type ReapedRun, type ReapReport, RunRegistry } from "./run-registry.ts";
export { type DetachedOptions, startDetached } from "./start-detached.ts";
export type {
  ByteSource,
  ExitCause,
  LineFrame,
  ProcessExit,
  ProcessHandle,
  ProcessHost,
  ProcessSpec,
} from "./types.ts";

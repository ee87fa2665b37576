export {
  ApprovalRequest,
  ApprovalSignature,
  DecidedBy,
  Decision,
  DecisionKind,
  Risk,
} from "./approval.ts";
export { approvalStatement, type SignedDecision } from "./approval-statement.ts";
export { AskEnded, askApproval, askQuestions } from "./ask.ts";
export type {
  AgentBackend,
  AgentHooks,
  AgentModel,
  AgentRun,
  ApprovalAnswer,
  BackendDescription,
  CredentialFile,
  ProbeResult,
  ProjectConfig,
  ProjectConfigItem,
} from "./backend.ts";
export { backendForModel } from "./backend-for-model.ts";
export { canonicalJson } from "./canonical-json.ts";
export { BackendCapabilities } from "./capabilities.ts";
export {
  checkStream,
  StreamCheck,
  type StreamFault,
  type StreamReport,
  type StreamRule,
} from "./check-stream.ts";
export { type Clock, systemClock } from "./clock.ts";
export { AgentInput, ContentBlock, ContextPart, LineRange } from "./content.ts";
export { createIds, type Ids, idsFrom } from "./create-ids.ts";
export { ErrorCode } from "./error-code.ts";
export {
  AgentEvent,
  type EventBody,
  type EventBodyOf,
  type EventKind,
  type EventOf,
} from "./event.ts";
export { isEventKind } from "./event-kinds.ts";
export { PlanEntry } from "./events/change.ts";
export { Disposition, SessionStatus } from "./events/lifecycle.ts";
export { SandboxChoice } from "./events/sandbox.ts";
export { EventError, ImportedFrom, Outcome } from "./events/session.ts";
export type {
  HistoryEntry,
  HistoryListOptions,
  HistoryReadOptions,
  NativeHistory,
  NativeReport,
  NativeTranscript,
} from "./history.ts";
export type { HostCommand, HostOutcome } from "./host-command.ts";
export {
  ApprovalId,
  DeviceId,
  IntentId,
  ProjectId,
  QuestionId,
  SessionId,
  ToolCallId,
  TurnId,
} from "./ids.ts";
export { intentTtlMs } from "./intent-ttl.ts";
export { isLiveOnly } from "./live-only.ts";
export { mayDecide } from "./may-decide.ts";
export { NucleicError } from "./nucleic-error.ts";
export { Answers, Question, QuestionReply, QuestionRequest } from "./question.ts";
export { type ReadEvent, readEvent, type UnknownEvent } from "./read-event.ts";
export { ApprovalPolicy, McpServerSpec, ResumeSpec, SessionSpec, Verbosity } from "./spec.ts";
export { ToolInput, ToolName } from "./tool.ts";
export { PROTOCOL_VERSION } from "./version.ts";

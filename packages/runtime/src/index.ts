export type { Assess, Assessment } from "./approval/assess.ts";
export type { ApprovalMode, PolicyDecision } from "./approval/mode.ts";
export type { AnswerOutcome, QuestionOutcome } from "./approval/outcome.ts";
export { dataDirectory } from "./data-directory.ts";
export type { NewProject, ProjectChange, ProjectRecord, ProjectStore } from "./database/projects.ts";
export type { SessionFilter, SessionRecord } from "./database/sessions.ts";
export type { TrustRecord, TrustStore } from "./database/trust.ts";
export { RuntimeError, type RuntimeErrorCode, StorageError, type StorageErrorCode } from "./errors.ts";
export {
  type CreateSession,
  openRuntime,
  type Preparation,
  type ResumeSession,
  type RunOptions,
  type Runtime,
  type RuntimeOptions,
  type RuntimeProblem,
  type StartReport,
  type Workspace,
  type WorktreeInfo,
} from "./runtime.ts";
export type {
  Answerer,
  RecordableEvent,
  RecordableKind,
  Session,
  SessionEvent,
  SubscribeOptions,
} from "./session/session.ts";
export { initialState, nextState, nextStatus, type SessionState } from "./session/state-machine.ts";

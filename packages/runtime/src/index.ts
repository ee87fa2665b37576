export { approvalDigest } from "./approval/digest.ts";
export { insideOf } from "./approval/inside.ts";
export type { ApprovalMode, PolicyDecision } from "./approval/mode.ts";
export type { AnswerOutcome, QuestionOutcome } from "./approval/outcome.ts";
export type {
  AgentControl,
  ControlGrant,
  ControlHandlers,
  ControlLimits,
  OutsideEnd,
  ReadDisposition,
  RunOutside,
  TurnEnding,
} from "./control/agent-control.ts";
export type { AgentGuard, GuardedCommand, GuardSetting, OpenGuard } from "./control/agent-guard.ts";
export { shellWords } from "./control/shell-words.ts";
export { dataDirectory } from "./data-directory.ts";
export type { DeviceRecord, DeviceScope, DeviceStore, KeyUse, NewDevice } from "./database/devices.ts";
export type {
  Intent,
  IntentArrival,
  IntentRefusal,
  IntentStore,
  UnfinishedIntent,
} from "./database/intents.ts";
export type { NewProject, ProjectChange, ProjectRecord, ProjectStore } from "./database/projects.ts";
export type { PushStore, PushSubscription } from "./database/push.ts";
export type { SessionFilter, SessionRecord } from "./database/sessions.ts";
export type { Setting, SettingStore } from "./database/settings.ts";
export type { TrustRecord, TrustStore } from "./database/trust.ts";
export type { DiskReserveOptions } from "./disk-reserve.ts";
export { RuntimeError, type RuntimeErrorCode, StorageError, type StorageErrorCode } from "./errors.ts";
export {
  type Attention,
  type AttentionReason,
  type AttentionState,
  nextAttention,
  noAttention,
} from "./notify/attention.ts";
export { type DesktopOptions, type DesktopProgram, desktopSink, findDesktop } from "./notify/desktop-sink.ts";
export { type Notice, type NotifiedSession, noticeOf } from "./notify/notice.ts";
export { Notifier, type NotifierOptions } from "./notify/notifier.ts";
export {
  defaultNotifySettings,
  type NotifyLevel,
  type NotifySettings,
  notifySetting,
} from "./notify/notify-settings.ts";
export type { NotificationSink } from "./notify/outbox.ts";
export { areQuietHours, isQuiet, type QuietHours, quietUntil } from "./notify/quiet-hours.ts";
export { type WebhookBody, type WebhookOptions, webhookSink } from "./notify/webhook-sink.ts";
export { openRuntime } from "./open-runtime.ts";
export type { AgentPlace, PlaceAgent } from "./place-agent.ts";
export type { RebuildOptions, RebuildReport } from "./rebuild/rebuild.ts";
export type { RuleRecord } from "./rules/rule.ts";
export type { RuleStore } from "./rules/rule-store.ts";
export type {
  BlobPiece,
  CreateSession,
  ImportReport,
  ImportSession,
  KnownImport,
  NativeRepairReport,
  Preparation,
  ResumeSession,
  RunOptions,
  Runtime,
  RuntimeOptions,
  RuntimeProblem,
  SetupSettings,
  StartReport,
  Workspace,
  WorktreeInfo,
} from "./runtime.ts";
export type { SearchHit, SearchOptions, SearchResult } from "./search/search.ts";
export type { SearchKind } from "./search/search-text.ts";
export type { Snippet } from "./search/snippet.ts";
export type {
  Answerer,
  RecordableEvent,
  RecordableKind,
  Session,
  SessionEvent,
  SubscribeOptions,
} from "./session/session.ts";
export { initialState, nextState, nextStatus, type SessionState } from "./session/state-machine.ts";
export { isActive, isRunning, transitions } from "./session/transitions.ts";
export { runSetup, SETUP_TIMEOUT_MS, type SetupOptions, type SetupResult } from "./setup/run-setup.ts";
export { type SetupPlace, setupEnvironment } from "./setup/setup-environment.ts";
export type { BlobRef } from "./transcript/blob-fields.ts";
export type { LogCheckpoint, RecordPlace } from "./transcript/checkpoint.ts";
export { type LogFile, type LogFiles, systemFiles } from "./transcript/files.ts";
export type { LogHeader } from "./transcript/format.ts";
export { readLast } from "./transcript/read-last.ts";
export { type ReadOptions, type ReadRecord, readRecords } from "./transcript/reader.ts";
export { type DamagedRange, type RecoveredLog, recoverLog } from "./transcript/recover.ts";
export { damageText, type RepairReport, repairTranscript } from "./transcript/repair.ts";
export type { Segment } from "./transcript/segments.ts";
export { type IndexPoint, SparseIndex } from "./transcript/sparse-index.ts";
export {
  type BlobFault,
  findTranscripts,
  isWhole,
  type VerifyReport,
  verifyTranscript,
} from "./transcript/verify.ts";
export type { UsageCounts } from "./usage/meter.ts";
export type { UsageBy, UsageQuery, UsageSum } from "./usage/query.ts";
export { totalUsage } from "./usage/total-usage.ts";

// What hosts and their clients say to each other: the same set over every transport.
export { ClientMessage, type ClientMessageOf } from "./client-message.ts";
export { DeviceItem, DeviceLimits, DeviceScope, PairingState } from "./devices.ts";
export type { IntentKindSpec } from "./intent-spec.ts";
export {
  type IntentArgs,
  type IntentKind,
  type IntentResult,
  intentKinds,
  isIntentKind,
} from "./intents.ts";
export {
  BackendItem,
  ConflictItem,
  Cursor,
  ForecastItem,
  ModelItem,
  NativeSessionItem,
  NotificationsItem,
  NotifyLevel,
  PastRequestItem,
  ProjectItem,
  QuietHours,
  RuleItem,
  SalvageItem,
  SearchHitItem,
  SessionItem,
  SessionSnapshot,
  UsageItem,
} from "./items.ts";
export {
  isQueryKind,
  type QueryArgs,
  type QueryKind,
  type QueryKindSpec,
  type QueryResult,
  queryKinds,
} from "./queries.ts";
export { type ReadMessage, readClientMessage, readServerMessage } from "./read-message.ts";
export { ApprovalChoice } from "./run-args.ts";
export { Scope } from "./scope.ts";
export { Refusal, ServerMessage, type ServerMessageOf } from "./server-message.ts";

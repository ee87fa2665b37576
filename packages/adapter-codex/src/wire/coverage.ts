import type { ServerNotificationMethod, ServerRequestMethod, ThreadItem } from "./generated/0.171.0/types.ts";

/**
 * What becomes of a message:
 * - `modelled`: it makes events, or moves the state that later events come from;
 * - `silent`: understood, and nothing that an AgentEvent would tell;
 * - `raw`: passed on verbatim on purpose, because no event kind says it.
 */
export type Coverage =
  | { readonly is: "modelled" }
  | { readonly is: "silent" | "raw"; readonly because: string };

const modelled: Coverage = { is: "modelled" };
const silent = (because: string): Coverage => ({ is: "silent", because });
const raw = (because: string): Coverage => ({ is: "raw", because });

const notAsked = raw("about a part of Codex that is not used here");
const threadList = raw("for a list of threads, which is not Codex's own here");
const account = raw("about the account, and no turn of it");
const notice = raw("a notice in words, meant for a person");
const realtime = raw("about a spoken conversation");

/**
 * Every notification that codex 0.171.0 can send: the compiler holds the table to the generated names. What is missing
 * here is newer: it becomes `raw` too, and `decode` says so.
 */
export const notifications: Readonly<Record<ServerNotificationMethod, Coverage>> = {
  error: modelled,
  warning: notice,
  guardianWarning: notice,
  configWarning: notice,
  deprecationNotice: raw("a notice about the protocol, meant for whoever writes this"),
  "turn/started": modelled,
  "turn/completed": modelled,
  "turn/plan/updated": modelled,
  "turn/diff/updated": silent("the sum of what the file changes of the turn say one by one"),
  "turn/moderationMetadata": raw("what a moderation found"),
  "item/started": modelled,
  "item/completed": modelled,
  "item/agentMessage/delta": modelled,
  "item/plan/delta": modelled,
  "item/reasoning/summaryTextDelta": modelled,
  "item/reasoning/textDelta": modelled,
  "item/reasoning/summaryPartAdded": silent("the deltas name their part themselves"),
  "item/commandExecution/outputDelta": modelled,
  "item/commandExecution/terminalInteraction": raw("what the agent typed into a running command"),
  "item/fileChange/outputDelta": silent("what applying a patch printed; no version that is tested sends it"),
  "item/fileChange/patchUpdated": modelled,
  "item/mcpToolCall/progress": modelled,
  "item/autoApprovalReview/started": raw("Codex's own reviewer looks at what would be asked"),
  "item/autoApprovalReview/completed": raw("what Codex's own reviewer decided"),
  "autoApprovalReview/strictReviewRequired": raw("about Codex's own reviewer"),
  "serverRequest/resolved": modelled,
  "thread/tokenUsage/updated": modelled,
  "thread/settings/updated": modelled,
  "thread/compacted": silent("the contextCompaction item says it"),
  "thread/started": silent("the answer to the request that started it says more"),
  "thread/status/changed": silent("turns and asks say when the thread works and waits"),
  "thread/readState/changed": silent("about what another client has read"),
  "thread/goal/updated": raw("there is no event for goals"),
  "thread/goal/cleared": silent("comes with every resume, whether there was a goal or not"),
  "thread/prediction/updated": raw("what the person might say next"),
  "thread/closed": raw("the server unloaded the thread"),
  "thread/reverted": raw("history was taken back by another client"),
  "thread/queue/changed": raw("about Codex's own queue of inputs, which is not used"),
  "thread/archived": threadList,
  "thread/unarchived": threadList,
  "thread/deleted": threadList,
  "thread/name/updated": threadList,
  "thread/section/changed": threadList,
  "thread/project/updated": threadList,
  "thread/attachment/updated": threadList,
  "project/changed": threadList,
  "thread/environment/connected": notAsked,
  "thread/environment/disconnected": notAsked,
  "hook/started": raw("a hook of the user's own settings runs"),
  "hook/completed": raw("what a hook of the user's own settings answered"),
  "rawResponseItem/completed": raw("an item of the model provider's own API"),
  "rawResponse/completed": raw("a whole answer of the model provider's own API"),
  "model/rerouted": raw("the provider answers with another model than was asked for"),
  "model/verification": raw("the provider wants the account verified"),
  "model/safetyBuffering/updated": raw("the provider holds a reply back"),
  "modelProvider/authRecoveryStarted": raw("Codex renews its credentials"),
  "modelProvider/authRecoveryCompleted": raw("Codex has renewed its credentials"),
  "account/rateLimits/updated": modelled,
  "account/updated": account,
  "account/login/completed": account,
  "account/gatewayOAuth/changed": account,
  "mcpServer/startupStatus/updated": raw("an MCP server starts, is ready or has failed"),
  "mcpServer/oauthLogin/completed": raw("a login to an MCP server"),
  "mcpServer/event/stream/notification": raw("a notification of an MCP server"),
  "remoteControl/status/changed": silent("about a remote control that is not used; comes with every start"),
  "skills/changed": raw("the list of skills"),
  "app/list/updated": raw("the list of apps"),
  "externalAgentConfig/import/progress": notAsked,
  "externalAgentConfig/import/completed": notAsked,
  "fs/changed": notAsked,
  "command/exec/outputDelta": notAsked,
  "process/outputDelta": notAsked,
  "process/exited": notAsked,
  "thread/search/partial": notAsked,
  "fuzzyFileSearch/sessionUpdated": notAsked,
  "fuzzyFileSearch/sessionCompleted": notAsked,
  "thread/realtime/started": realtime,
  "thread/realtime/itemAdded": realtime,
  "thread/realtime/item/started": realtime,
  "thread/realtime/item/transcript/delta": realtime,
  "thread/realtime/item/completed": realtime,
  "thread/realtime/transcript/delta": realtime,
  "thread/realtime/transcript/done": realtime,
  "thread/realtime/outputAudio/delta": realtime,
  "thread/realtime/sdp": realtime,
  "thread/realtime/error": realtime,
  "thread/realtime/closed": realtime,
  "windows/worldWritableWarning": raw("about the sandbox on Windows"),
  "windowsSandbox/setupCompleted": raw("about the sandbox on Windows"),
};

/** Every request of the server. Those that are `raw` the session's shell refuses, or answers by a hook of its own. */
export const requests: Readonly<Record<ServerRequestMethod, Coverage>> = {
  "item/commandExecution/requestApproval": modelled,
  "item/fileChange/requestApproval": modelled,
  "item/permissions/requestApproval": modelled,
  "item/tool/requestUserInput": modelled,
  "mcpServer/elicitation/request": modelled,
  "item/tool/call": silent("the dynamicToolCall item says it; the session's shell answers"),
  "account/chatgptAuthTokens/refresh": raw("only for a client that keeps the account's tokens itself"),
  "attestation/generate": raw("only for a client that attests its own platform"),
  applyPatchApproval: raw("of an older protocol"),
  execCommandApproval: raw("of an older protocol"),
};

/** Every sort of thread item. */
export const items: Readonly<Record<ThreadItem["type"], Coverage>> = {
  userMessage: modelled,
  agentMessage: modelled,
  reasoning: modelled,
  plan: modelled,
  commandExecution: modelled,
  fileChange: modelled,
  mcpToolCall: modelled,
  dynamicToolCall: modelled,
  collabAgentToolCall: modelled,
  webSearch: modelled,
  imageView: modelled,
  imageGeneration: modelled,
  contextCompaction: modelled,
  functionCallOutput: raw("what another client answered for a tool of its own"),
  hookPrompt: raw("what a hook of the user's own settings told the model"),
  subAgentActivity: raw("what a subagent does, in another thread"),
  sleep: raw("the agent waits by itself"),
  enteredReviewMode: raw("a review began"),
  exitedReviewMode: raw("what a review found"),
};

/** The row of a name that may be anything. */
export function coverageOf<T extends object>(table: T, name: string): Coverage | undefined {
  return Object.hasOwn(table, name) ? (table as Readonly<Record<string, Coverage>>)[name] : undefined;
}

import type { SessionUpdate } from "@agentclientprotocol/sdk";

/**
 * What becomes of a type of line:
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

/** Kinds of `session/update` in version 1 of the protocol; the compiler says when the SDK knows another. */
const updates = {
  user_message_chunk: modelled,
  agent_message_chunk: modelled,
  agent_thought_chunk: modelled,
  tool_call: modelled,
  tool_call_update: modelled,
  plan: modelled,
  current_mode_update: modelled,
  config_option_update: modelled,
  usage_update: modelled,
  compaction_update: modelled,
  available_commands_update: raw("the slash commands; there is no event for them"),
  session_info_update: raw("the session's title; there is no event for it"),
  notice: raw("a notice in words, meant for a person"),
  compaction_summary_chunk: raw("what the agent keeps of a conversation that it shortened"),
} satisfies Readonly<Record<SessionUpdate["sessionUpdate"], Coverage>>;

const twice = (of: string) => silent(`said again by ${of}`);

/** What Grok 1.0.41 sends beyond the protocol. */
const grok: Readonly<Record<string, Coverage>> = {
  "_x.ai/session_notification/tool_call_delta_chunk": modelled,
  "_x.ai/session_notification/response_completed": modelled,
  "_x.ai/session_notification/retry_state": modelled,
  "_x.ai/session_notification/model_changed": modelled,
  "_x.ai/models/update": silent("the models on offer; a change of the session's own is model_changed"),
  "_x.ai/session_notification/response_started": silent("a request to the model begins"),
  "_x.ai/session_notification/reasoning_completed": silent("the signature of thoughts that were streamed"),
  "_x.ai/session_notification/pending_interaction": twice("the request that follows"),
  "_x.ai/session_notification/interaction_resolved": twice("the answer to the request"),
  "_x.ai/session_notification/turn_completed": twice("the result of session/prompt"),
  "_x.ai/session/update/turn_completed": twice("the result of session/prompt"),
  "_x.ai/session/prompt_complete": twice("the result of session/prompt"),
  "_x.ai/session_notification/session_summary_generated": twice("session_info_update"),
  "_x.ai/session_notification/last_turn_summary": raw("what the agent itself makes of the turn, in words"),
  "_x.ai/session_notification/background_tasks": raw(
    "the list of background tasks; there is no event for it",
  ),
  "_x.ai/session/setup": silent("how far the session's start has come"),
  "_x.ai/sessions/changed": silent("the list of sessions on this machine"),
  "_x.ai/queue/changed": silent("prompts that wait; whoever drives the session knows them"),
  "_x.ai/mcp/servers_updated": raw("which MCP servers there are; there is no event for it"),
  "_x.ai/mcp_initialized": raw("how many MCP tools there are; there is no event for it"),
  "_x.ai/exit_plan_mode": modelled,
  "_x.ai/ask_user_question": modelled,
};

const ours = silent("a request that whoever drives the session answers");

/** Every type that is known, as {@link typeOf} names it. What is missing becomes `raw` too, and `decode` says so. */
export const coverage: Readonly<Record<string, Coverage>> = {
  ...Object.fromEntries(Object.entries(updates).map(([kind, value]) => [`session/update/${kind}`, value])),
  ...grok,
  "session/request_permission": modelled,
  "fs/read_text_file": ours,
  "fs/write_text_file": ours,
  "terminal/create": ours,
  "terminal/output": ours,
  "terminal/release": ours,
  "terminal/wait_for_exit": ours,
  "terminal/kill": ours,
  result: modelled,
  error: modelled,
};

export function coverageOf(type: string): Coverage | undefined {
  return Object.hasOwn(coverage, type) ? coverage[type] : undefined;
}

/** Whether a type that came out as `raw` was meant to. */
export function isRawOnPurpose(type: string): boolean {
  return coverageOf(type)?.is === "raw";
}

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

/**
 * Every type that 2.1.197 and 2.1.332 were seen to print, as `type` or `type/subtype`. What is missing here is new:
 * it becomes `raw` too, and `decode` says so.
 */
export const coverage: Readonly<Record<string, Coverage>> = {
  "system/init": modelled,
  "system/status": modelled,
  "system/api_retry": modelled,
  "system/compact_boundary": modelled,
  "system/permission_denied": modelled,
  "system/model_refusal_no_fallback": modelled,
  "system/task_started": modelled,
  "system/task_notification": modelled,
  "system/task_progress": raw("what a background task did so far; there is no event for tasks"),
  "system/task_updated": raw("a background task's status; there is no event for tasks"),
  "system/background_tasks_changed": raw("the list of background tasks; there is no event for tasks"),
  "system/hook_started": raw("a hook of the user's own settings runs"),
  "system/hook_response": raw("what a hook of the user's own settings answered"),
  "system/informational": raw("a notice in words, meant for a person"),
  "system/thinking_tokens": silent("an estimate of the length of a thinking block that is streamed anyway"),
  "system/ui_invalidate": silent("about the CLI's own screen"),
  assistant: modelled,
  user: modelled,
  stream_event: modelled,
  result: modelled,
  rate_limit_event: modelled,
  control_request: modelled,
  control_cancel_request: modelled,
  control_response: silent("the answer to a request of the session's shell, which reads it itself"),
  command_lifecycle: modelled,
  conversation_reset: raw("after /clear; the new session id comes with the next init"),
  keep_alive: silent("says only that the CLI is alive"),
};

/** Content blocks of an assistant line that need no event of their own, or have one. */
export const blockCoverage: Readonly<Record<string, Coverage>> = {
  text: modelled,
  thinking: modelled,
  tool_use: modelled,
  redacted_thinking: silent("encrypted; there is nothing to show"),
};

/** Whether a type that came out as `raw` was meant to. */
export function isRawOnPurpose(type: string): boolean {
  return Object.hasOwn(coverage, type) && coverage[type]?.is === "raw";
}

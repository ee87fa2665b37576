/** Lines as `codex exec --json` 0.171.0 prints them. */

export const THREAD = "01a22b5a-e79e-7ee2-b35f-b1d6b5b6bf6f";

export const threadStarted = (id = THREAD) => ({ type: "thread.started", thread_id: id });
export const turnStarted = { type: "turn.started" };
export const begun = [threadStarted(), turnStarted];

const usageOf = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 10,
  cache_write_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: 5,
});
export const turnCompleted = (input = 100, output = 20) => ({
  type: "turn.completed",
  usage: usageOf(input, output),
});
export const turnFailed = (message: string) => ({ type: "turn.failed", error: { message } });
export const errorLine = (message: string) => ({ type: "error", message });

type Phase = "started" | "updated" | "completed";
export const item = (phase: Phase, type: string, more: object, id = "item_0") => ({
  type: `item.${phase}`,
  item: { id, type, ...more },
});
export const said = (text: string, id = "item_0") => item("completed", "agent_message", { text }, id);
export const command = (phase: Phase, more: object = {}) =>
  item(phase, "command_execution", {
    command: "/bin/bash -lc 'echo hi'",
    aggregated_output: "",
    exit_code: null,
    status: "in_progress",
    ...more,
  });

export const bytesOf = (...lines: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );

export const refusedPatch =
  "2026-11-30T07:28:29.659127Z ERROR codex_core::tools::router: error=patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings";
export const wrongCall =
  "2026-11-30T07:28:29.659127Z ERROR codex_core::tools::router: error=unsupported call: nosuch";

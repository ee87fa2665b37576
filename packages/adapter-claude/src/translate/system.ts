import { codeOfStatus, count, type Json, name, number, object, strings, text } from "@nucleic/adapter-kit";
import { claudeCapabilities } from "../capabilities.ts";
import type { SystemMessage } from "../wire/messages.ts";
import { cutReply } from "./block.ts";
import { abandonCallsOf } from "./call.ts";
import { hintOf } from "./failure.ts";
import type { SessionFacts } from "./state.ts";
import type { Step } from "./step.ts";
import { ensureTurn } from "./turn.ts";

/** A line of type `system`. Subtypes that are `silent` in the coverage table come here too, and say nothing. */
export function takeSystem(step: Step, { subtype, native }: SystemMessage): void {
  switch (subtype) {
    case "init":
      takeInit(step, native);
      break;
    case "api_retry":
      takeRetry(step, native);
      break;
    case "compact_boundary":
      takeCompaction(step, native);
      break;
    case "permission_denied":
      takeDenial(step, native);
      break;
    case "model_refusal_no_fallback":
      step.setTurn({ refused: true });
      break;
    case "task_started":
      takeTaskStarted(step, native);
      break;
    case "task_notification":
      takeTaskNotification(step, native);
      break;
    default:
      return;
  }
}

/**
 * Printed at the beginning of each turn. `sessionStarted` is told the first time, and again when something it says has
 * changed: `/clear` gives the session another id, a person or the plan tools another model or mode. `resumed` is true
 * where the same conversation goes on; after `/clear` it is a new one.
 */
function takeInit(step: Step, native: Json): void {
  announce(step, native);
  ensureTurn(step);
}

/** Tells the session, where something that it says is news. */
export function announce(step: Step, native: Json): void {
  const { session, resumed } = step.state;
  const facts: SessionFacts = {
    backendSessionId: name(native.session_id) ?? "",
    model: name(native.model),
    mode: name(native.permissionMode),
  };
  const cwd = name(native.cwd) ?? step.state.cwd;
  const goesOn = session ? session.backendSessionId === facts.backendSessionId : resumed;
  if (!session || !same(session, facts)) {
    step.set({ session: facts, cwd });
    const version = name(native.claude_code_version);
    step.emitOutside({
      kind: "sessionStarted",
      backend: "claude",
      ...(version !== undefined && { backendVersion: version }),
      backendSessionId: facts.backendSessionId,
      ...(facts.model !== undefined && { model: facts.model }),
      ...(facts.mode !== undefined && { mode: facts.mode }),
      cwd,
      tools: [...strings(native.tools)],
      capabilities: claudeCapabilities,
      ...(goesOn && { resumed: true }),
    });
  }
}

function same(a: SessionFacts, b: SessionFacts): boolean {
  return a.backendSessionId === b.backendSessionId && a.model === b.model && a.mode === b.mode;
}

/**
 * The CLI tries a failed request again by itself. Refused credentials are told the first time and then kept quiet:
 * it tries those ten times too, for minutes, and no retry will help.
 */
function takeRetry(step: Step, native: Json): void {
  const cut = cutReply(step, "");
  const status = count(native.error_status);
  const code = status === undefined ? (cut ? "streamCut" : "network") : codeOfStatus(status);
  if (code === "authenticationFailed") {
    if (step.state.turn?.authenticationReported) return;
    step.setTurn({ authenticationReported: true });
  }
  const retryInMs = number(native.retry_delay_ms);
  const hint = hintOf(code);
  const attempt = `attempt ${count(native.attempt) ?? 1} of ${count(native.max_retries) ?? 1}`;
  step.emit({
    kind: "error",
    code,
    message: `A request failed (${status ?? text(native.error) ?? "no answer"}); ${attempt} follows.`,
    ...(hint !== undefined && { hint }),
    recoverable: true,
    ...(retryInMs !== undefined && retryInMs >= 0 && { retryInMs }),
  });
}

function takeCompaction(step: Step, native: Json): void {
  const facts = object(native.compact_metadata) ?? {};
  const trigger = name(facts.trigger);
  const tokensBefore = count(facts.pre_tokens);
  step.emit({
    kind: "compaction",
    ...(trigger !== undefined && { trigger }),
    ...(tokensBefore !== undefined && { tokensBefore }),
  });
}

/** The CLI refused a tool by itself and asked nobody. The tool result that follows carries the same words. */
function takeDenial(step: Step, native: Json): void {
  const tool = text(native.tool_name) ?? "a tool";
  step.emit({
    kind: "error",
    code: "approvalChannel",
    message: text(native.message) ?? `Claude Code refused ${tool} without asking.`,
    recoverable: true,
  });
}

function takeTaskStarted(step: Step, native: Json): void {
  const call = name(native.tool_use_id);
  if (call !== undefined && native.is_backgrounded === true)
    step.set({ background: new Set([...step.state.background, call]) });
}

/**
 * A task is over. One whose call has long had its result ran in the background: what it left open goes, and the model
 * is about to be told in a turn of its own. One in the foreground is told by its result.
 */
function takeTaskNotification(step: Step, native: Json): void {
  const { background, calls } = step.state;
  const call = name(native.tool_use_id);
  if (call === undefined || calls.has(call)) return;
  step.set({ background: new Set([...background].filter((id) => id !== call)), taskReported: true });
  abandonCallsOf(step, call);
}

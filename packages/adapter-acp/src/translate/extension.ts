import { codeOfStatus, count, type Json, name, text } from "@nucleic/adapter-kit";
import type { ErrorCode, ToolCallId } from "@nucleic/protocol";
import type { ExtensionMessage } from "../wire/messages.ts";
import { closeBlock } from "./block.ts";
import { startCall } from "./call.ts";
import { isClosed } from "./closed-calls.ts";
import { fault } from "./failure.ts";
import { takeChanged } from "./session.ts";
import type { Step } from "./step.ts";

/** What Grok tells beyond the protocol. */
export function takeExtension(step: Step, { name: type, body }: ExtensionMessage): void {
  switch (type) {
    case "_x.ai/session_notification/tool_call_delta_chunk":
      takeInputDelta(step, body);
      break;
    case "_x.ai/session_notification/response_completed":
      step.set({ writing: new Map() });
      break;
    case "_x.ai/session_notification/model_changed":
      takeChanged(step, { model: name(body.model_id) });
      break;
    case "_x.ai/session_notification/retry_state":
      takeRetry(step, body);
      break;
    default:
      break;
  }
}

/** A piece of a call's input. Only the first of a call carries its id; the others its place in the reply. */
function takeInputDelta(step: Step, body: Json): void {
  const place = count(body.tool_index) ?? 0;
  const named = name(body.tool_call_id);
  if (named !== undefined) step.set({ writing: new Map(step.state.writing).set(place, named) });
  const id = step.state.writing.get(place);
  if (id === undefined || isClosed(step, id)) return;
  if (!step.state.calls.has(id)) startCall(step, id, name(body.name) ?? "other");
  const partialJson = text(body.arguments_delta) ?? "";
  if (partialJson !== "")
    step.emit({ kind: "toolCallInputDelta", toolCallId: id as ToolCallId, partialJson });
}

/** What went wrong with a request, as Grok names it. */
const retryCodes: Readonly<Record<string, ErrorCode>> = {
  http: "network",
  auth: "authenticationFailed",
  rate_limited: "rateLimited",
};

/**
 * It tries a failed request again by itself: a server's error for longer than 40 s. Once it gives up session/prompt fails,
 * for refused credentials in words alone.
 */
function takeRetry(step: Step, body: Json): void {
  const type = text(body.error_type) ?? "";
  const code = Object.hasOwn(retryCodes, type) ? retryCodes[type] : undefined;
  if (body.type !== "retrying") {
    step.setTurn({ failure: code });
    return;
  }
  // What was being said is said again.
  const cut = step.state.block !== undefined;
  closeBlock(step, true);
  const attempt = `attempt ${count(body.attempt) ?? 1} of ${count(body.max_retries) ?? 1}`;
  const reason = text(body.reason) ?? "no reason given";
  const message = `A request failed (${reason}); ${attempt} follows.`;
  // A server's error it names no kind of: the status is among the words.
  const status = /\(status (\d{3})\b/.exec(reason)?.[1] ?? "500";
  const known = code ?? codeOfStatus(Number(status));
  const shown = cut && known === "network" ? "streamCut" : known;
  step.emit({ kind: "error", ...fault(shown, message), recoverable: true });
}

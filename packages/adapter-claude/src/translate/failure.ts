import { codeOfStatus, count, eventError as kitError, name, strings, text } from "@nucleic/adapter-kit";
import type { ErrorCode, EventError } from "@nucleic/protocol";
import type { ResultMessage } from "../wire/messages.ts";
import type { OpenTurn } from "./state.ts";

const hints: Partial<Readonly<Record<ErrorCode, string>>> = {
  authenticationFailed: "Log in with `claude login`, or check ANTHROPIC_API_KEY.",
  notLoggedIn: "Run claude once and log in, or set ANTHROPIC_API_KEY.",
  permissionDenied: "Check that this account may use the model.",
  modelNotFound: "Choose another model.",
  rateLimited: "Wait until the limit resets, or use another account.",
  overloaded: "Try again in a while.",
  contextTooLong: "Compact the conversation with `/compact`, or begin a new session.",
  network: "Check the network and ANTHROPIC_BASE_URL.",
  refused: "Rephrase the request in a new session, or choose another model.",
  unknownSession: "Begin a new session; Claude Code no longer has this one.",
};

export function hintOf(code: ErrorCode): string | undefined {
  return hints[code];
}

export function eventError(code: ErrorCode, message: string): EventError {
  return kitError(code, message, hintOf(code));
}

/** The `error` of the synthetic assistant line, where the result has no status. */
const codes: Readonly<Record<string, ErrorCode>> = {
  authentication_failed: "authenticationFailed",
  oauth_org_not_allowed: "permissionDenied",
  billing_error: "rateLimited",
  rate_limit: "rateLimited",
  overloaded: "overloaded",
  model_not_found: "modelNotFound",
  invalid_request: "invalidRequest",
  max_output_tokens: "outputTooLong",
};

/** Why a turn failed. Never asked of an interrupted one. */
export function failureOf(
  result: ResultMessage,
  turn: OpenTurn | undefined,
  sessionSeen: boolean,
): EventError {
  const { native } = result;
  const message =
    turn?.failure?.message || name(native.result) || strings(native.errors).join("\n") || result.subtype;
  return eventError(codeOf(result, turn, sessionSeen), message);
}

function codeOf(
  { subtype, native }: ResultMessage,
  turn: OpenTurn | undefined,
  sessionSeen: boolean,
): ErrorCode {
  if (subtype === "error_max_turns") return "maxTurns";
  // Before any init there is one thing that fails in this way: the session to resume is not known.
  if (subtype === "error_during_execution" && !sessionSeen) return "unknownSession";
  if (native.terminal_reason === "prompt_too_long") return "contextTooLong";
  if (native.stop_reason === "refusal" || turn?.refused) return "refused";
  const status = count(native.api_error_status);
  if (status !== undefined) return codeOfStatus(status);
  const kind = turn?.failure?.kind;
  // No provider has refused: the CLI found no credentials to send (197 and 332).
  if (kind === "authentication_failed" && native.api_error_status === null) return "notLoggedIn";
  // A server error without a status never reached a server: 332 says so itself.
  if (text(native.api_error) === "connection_failed" || kind === "server_error") return "network";
  return (kind === undefined ? undefined : codes[kind]) ?? "apiError";
}

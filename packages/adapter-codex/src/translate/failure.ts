import { codeOfStatus, eventError } from "@nucleic/adapter-kit";
import type { ErrorCode, EventError } from "@nucleic/protocol";
import type { ErrorNotification, TurnError } from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose } from "../wire/messages.ts";
import { count, isObject, name, object, text } from "../wire/read.ts";
import type { CodexStep } from "./codex-step.ts";
import { cutTexts } from "./text.ts";

const hints: Partial<Readonly<Record<ErrorCode, string>>> = {
  authenticationFailed: "Log in with `codex login`, or check the API key.",
  permissionDenied: "Check that this account may use the model.",
  modelNotFound: "Choose another model.",
  rateLimited: "Wait until the limit resets, or use another account.",
  overloaded: "Try again in a while.",
  contextTooLong: "Begin a new session; the conversation no longer fits the model.",
  network: "Check the network, and the base URL of the model provider.",
  refused: "Rephrase the request in a new session, or choose another model.",
};

/** `codexErrorInfo` where it is a plain word (0.171.0). */
const codes: Readonly<Record<string, ErrorCode>> = {
  contextWindowExceeded: "contextTooLong",
  sessionBudgetExceeded: "rateLimited",
  usageLimitExceeded: "rateLimited",
  rateLimitExceeded: "rateLimited",
  flexUnavailable: "overloaded",
  serverOverloaded: "overloaded",
  policyCapacityUnavailable: "overloaded",
  modelNotFound: "modelNotFound",
  inferenceHookDenied: "refused",
  cyberPolicy: "refused",
  bioPolicy: "refused",
  misalignmentPolicyViolation: "refused",
  tooManyDenials: "refused",
  internalServerError: "apiError",
  unauthorized: "authenticationFailed",
  badRequest: "invalidRequest",
};

/** And where it is an object, for want of an HTTP status. */
const connectionCodes: Readonly<Record<string, ErrorCode>> = {
  httpConnectionFailed: "network",
  responseStreamConnectionFailed: "network",
  responseStreamDisconnected: "network",
  responseTooManyFailedAttempts: "apiError",
};

/**
 * A request to the model failed. One that is tried again is shown, the same words once; what was being said was cut. One
 * that is not is told by the end of the turn. Codex does not say how long it waits.
 */
export function takeError(step: CodexStep, params: Json): void {
  const { error: value, willRetry }: Loose<ErrorNotification> = params;
  const native = object(value) ?? {};
  const { turn } = step.state;
  if (!step.belongs(params) || !turn) {
    // Of a turn that is over: told already. Of none: nothing else tells it.
    if (name(params.turnId) === undefined)
      step.emit({ kind: "error", ...errorOf(native), recoverable: true });
    return;
  }
  if (willRetry !== true) {
    step.setTurn({ failure: native });
    return;
  }
  const cut = step.state.texts.size > 0;
  cutTexts(step);
  const error = errorOf(native);
  const shown = cut && error.code === "network" ? { ...error, code: "streamCut" as const } : error;
  step.setTurn({ retried: error });
  if (turn.retried?.message !== error.message) step.emit({ kind: "error", ...shown, recoverable: true });
}

/** Why a turn failed. What Codex gives up on after retries it may call "other"; then it is what was retried. */
export function failureOf(native: Json, retried: EventError | undefined): EventError {
  const error = errorOf(native);
  return error.code === "apiError" && native.codexErrorInfo === "other" && retried
    ? { ...error, code: retried.code, ...(retried.hint !== undefined && { hint: retried.hint }) }
    : error;
}

function errorOf(native: Json): EventError {
  const { message: words, codexErrorInfo, additionalDetails }: Loose<TurnError> = native;
  const message = name(words) ?? "The model provider failed.";
  const provider = providerError(message);
  const details = name(additionalDetails);
  const code = codexErrorInfo === "other" ? codeOfOther(message, provider) : codeOf(codexErrorInfo);
  const said = text(provider?.message) ?? message;
  return eventError(code, details === undefined ? said : `${said}: ${details}`, hints[code]);
}

/** What 0.171.0 calls "other" it tells apart in its words alone. */
function codeOfOther(message: string, provider: Json | undefined): ErrorCode {
  if (provider?.type === "invalid_request_error") return "invalidRequest";
  return message.startsWith("stream disconnected before completion") ? "network" : "apiError";
}

function codeOf(info: unknown): ErrorCode {
  if (typeof info === "string") return Object.hasOwn(codes, info) ? (codes[info] ?? "apiError") : "apiError";
  const [entry] = Object.entries(object(info) ?? {});
  if (!entry) return "apiError";
  const status = count(object(entry[1])?.httpStatusCode);
  if (status !== undefined) return codeOfStatus(status);
  return Object.hasOwn(connectionCodes, entry[0]) ? (connectionCodes[entry[0]] ?? "apiError") : "apiError";
}

/** A refused request (HTTP 400) carries the provider's answer as it came, as JSON in the message. */
function providerError(message: string): Json | undefined {
  if (!message.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(message);
    return isObject(value) ? object(value.error) : undefined;
  } catch {
    // Not JSON after all: the message stands as it is.
    return undefined;
  }
}

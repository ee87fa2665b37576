import { at, codeOfStatus, count, eventError, isObject, name, object } from "@nucleic/adapter-kit";
import type { ErrorCode, EventError } from "@nucleic/protocol";
import type { AgentQuirks, ErrorQuirks } from "../quirks/quirks.ts";

/** An error that an agent answered with. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

const hints: Partial<Readonly<Record<ErrorCode, string>>> = {
  authenticationFailed: "Check the agent's API key, or log in with its own program.",
  notLoggedIn: "Log in with the agent's own program, or set its API key.",
  permissionDenied: "Check that this account may use the model.",
  modelNotFound: "Choose another model.",
  rateLimited: "Wait until the limit resets, or use another account.",
  overloaded: "Try again in a while.",
  contextTooLong: "Begin a new session.",
  network: "Check the network and the agent's base URL.",
  refused: "Rephrase the request in a new session, or choose another model.",
  unknownSession: "Begin a new session; the agent no longer has this one, or not in this folder.",
};

/** A fault with what to do about it. */
export function fault(code: ErrorCode, message: string): EventError {
  return eventError(code, message, hints[code]);
}

/** JSON-RPC codes whose meaning is the protocol's, and Grok's -32003. */
const codes: Readonly<Record<number, ErrorCode>> = {
  [-32_000]: "notLoggedIn",
  [-32_002]: "unknownSession",
  [-32_003]: "rateLimited",
  [-32_600]: "protocolViolation",
  [-32_601]: "unsupported",
  [-32_602]: "invalidRequest",
};

/** Where agents put the provider's HTTP status into an error's `data`. */
const statusPlaces = [
  ["status"],
  ["http_status"],
  ["error", "code"],
  ["codex_error_info", "response_too_many_failed_attempts", "http_status_code"],
];

/**
 * Why a request of ours failed. Most agents answer -32603 for whatever their provider said, at once for 4xx; what that was
 * stands in the error's data, or in its words.
 * @param noted what the agent had said of it before
 */
export function failureOf(
  { code, message, data }: RpcFailure,
  { errors }: Pick<AgentQuirks, "errors">,
  noted?: ErrorCode,
): EventError {
  const details = detailsOf(data);
  const words = details === undefined || message.includes(details) ? message : `${message}: ${details}`;
  if (errors.cutWords?.test(words)) return fault("streamCut", words);
  // Gemini gives the status itself as the code.
  const status = isStatus(code) ? code : (statusIn(data) ?? statusAmong(words, errors.statusInWords));
  if (status !== undefined) return fault(codeOfStatus(status), words);
  const bare = details !== undefined && isJsonObject(details) ? errors.bareAnswerMeans : undefined;
  const own = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return fault(named(data, errors) ?? bare ?? own ?? noted ?? "apiError", words);
}

function statusIn(data: unknown): number | undefined {
  return statusPlaces.flatMap((path) => count(at(data, path)) ?? []).find(isStatus);
}

function statusAmong(words: string, pattern: RegExp | undefined): number | undefined {
  const status = Number(pattern?.exec(words)?.[1]);
  return isStatus(status) ? status : undefined;
}

function isStatus(value: number): boolean {
  return value >= 400 && value < 600;
}

function named(data: unknown, { nameAt, names = {} }: ErrorQuirks): ErrorCode | undefined {
  const own = nameAt && name(at(data, nameAt));
  return own !== undefined && Object.hasOwn(names, own) ? names[own] : undefined;
}

function isJsonObject(words: string): boolean {
  if (!words.startsWith("{")) return false;
  try {
    return isObject(JSON.parse(words));
  } catch {
    return false;
  }
}

function detailsOf(data: unknown): string | undefined {
  const inside = object(data);
  return name(data) ?? name(inside?.details) ?? name(inside?.message) ?? name(at(data, ["error", "message"]));
}

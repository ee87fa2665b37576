import { codeOfStatus, eventError } from "@nucleic/adapter-kit";
import type { ErrorCode, EventError } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { at, count, name, object } from "../wire/read.ts";

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
  ["statusCode"],
  ["http_status"],
  ["httpStatus"],
  ["code"],
  ["error", "code"],
];

/**
 * Why a request of ours failed. Most agents answer -32603 for whatever their provider said, at once for 4xx; a status
 * in its data then says more.
 */
export function failureOf({ code, message, data }: RpcFailure): EventError {
  const status = statusOf(data);
  const named = Object.hasOwn(codes, code) ? codes[code] : undefined;
  const details = detailsOf(data);
  const words = details === undefined || message.includes(details) ? message : `${message}: ${details}`;
  return fault(status === undefined ? (named ?? "apiError") : codeOfStatus(status), words);
}

function statusOf(data: unknown): number | undefined {
  const statuses = statusPlaces.flatMap((path) => count(at(data, path)) ?? []);
  return statuses.find((status) => status >= 400 && status < 600);
}

function detailsOf(data: unknown): string | undefined {
  const inside: Json | undefined = object(data);
  return name(data) ?? name(inside?.details) ?? name(inside?.message) ?? name(at(data, ["error", "message"]));
}

import { codeOfStatus, eventError } from "@nucleic/adapter-kit";
import type { ErrorCode, EventBodyOf, EventError } from "@nucleic/protocol";
import type { Json } from "../../wire/messages.ts";
import { name, object } from "../../wire/read.ts";

const hints: Partial<Readonly<Record<ErrorCode, string>>> = {
  authenticationFailed: "Log in with `codex login`, or check CODEX_API_KEY.",
  notLoggedIn: "Log in with `codex login`, or set the variable that the provider's env_key names.",
  permissionDenied: "Check that this account may use the model.",
  modelNotFound: "Choose another model.",
  rateLimited: "Wait until the limit resets, or use another account.",
  overloaded: "Try again in a while.",
  contextTooLong: "Begin a new session.",
  network: "Check the network and the provider's base_url.",
};

/** What 0.171.0 says in words, in the order in which it is looked for. */
const words: readonly (readonly [RegExp, ErrorCode])[] = [
  [/Missing environment variable|not logged in/i, "notLoggedIn"],
  [/context window|context length|too many tokens/i, "contextTooLong"],
  [/model\b.* (?:does not exist|not found|not supported)/i, "modelNotFound"],
  [/usage limit|quota|rate limit|too many requests/i, "rateLimited"],
  [/at capacity|overloaded|high demand/i, "overloaded"],
  [/stream disconnected|stream closed|idle timeout/i, "streamCut"],
  [/connection failed|error sending request|waiting for network|timed? ?out/i, "network"],
  [/no rollout found/i, "unknownSession"],
  [/already has an active writer/i, "sessionBusy"],
  [/content policy|flagged/i, "refused"],
];

/** Why a turn failed, from the words alone: there is nothing else. */
export function failureOf(message: string): EventError {
  const body = bodyOf(message);
  const said = name(body?.message) ?? message;
  const code = codeOf(message) ?? (body?.type === "invalid_request_error" ? "invalidRequest" : "apiError");
  return eventError(code, said, hints[code]);
}

function codeOf(message: string): ErrorCode | undefined {
  const status = /(?:unexpected|last) status:? (\d{3})/.exec(message)?.[1];
  return status === undefined
    ? words.find(([pattern]) => pattern.test(message))?.[1]
    : codeOfStatus(Number(status));
}

/** The answer to a request that was malformed (400) is passed on as it came: `{"error":{"message":…,"type":…}}`. */
function bodyOf(message: string): Json | undefined {
  if (!message.startsWith("{")) return undefined;
  try {
    return object(object(JSON.parse(message))?.error);
  } catch {
    return undefined;
  }
}

/** `Reconnecting... 2/5 (…)`, `Reconnecting... waiting for network (…)`: Codex tries again by itself. */
export function retryOf(message: string): EventBodyOf<"error"> | undefined {
  if (!message.startsWith("Reconnecting")) return undefined;
  return { kind: "error", ...failureOf(message), recoverable: true };
}

import { codeOfStatus, eventError } from "@nucleic/adapter-kit";
import type { ErrorCode, EventBodyOf, EventError } from "@nucleic/protocol";

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
  [/usage limit|quota|rate limit|too many requests/i, "rateLimited"],
  [/at capacity|overloaded/i, "overloaded"],
  [/stream disconnected|stream closed|idle timeout/i, "streamCut"],
  [/connection failed|error sending request|waiting for network|timed? ?out/i, "network"],
  [/no rollout found/i, "unknownSession"],
  [/content policy|flagged/i, "refused"],
];

/** Why a turn failed, from the words alone: there is nothing else. */
export function failureOf(message: string): EventError {
  const status = /unexpected status (\d{3})/.exec(message)?.[1] ?? /last status: (\d{3})/.exec(message)?.[1];
  const code =
    status === undefined
      ? (words.find(([pattern]) => pattern.test(message))?.[1] ?? "apiError")
      : codeOfStatus(Number(status));
  return eventError(code, message, hints[code]);
}

/** `Reconnecting... 2/5 (…)`, `Reconnecting... waiting for network (…)`: Codex tries again by itself. */
export function retryOf(message: string): EventBodyOf<"error"> | undefined {
  if (!message.startsWith("Reconnecting")) return undefined;
  return { kind: "error", ...failureOf(message), recoverable: true };
}

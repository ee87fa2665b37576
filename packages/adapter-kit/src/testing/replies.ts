import type { Reply } from "@nucleic/protocol/testing";

/** A request to a scripted model, as far as is needed to choose the reply. `ReplyFunction` of @nucleic/lab fits. */
export interface ReplyRequest {
  readonly kind: string;
  /** Of any model API; the conversation is in `messages` or `input`. */
  readonly body: unknown;
}

/**
 * Plays replies, an HTTP error as often as the agent asks at the same point of the conversation: without a word about it,
 * Claude Code 2.1.332 tries a request that was answered 400 in four forms (as it was, without shown thinking, with all
 * tools), and one that was answered 404 without streaming.
 */
export function persistentErrors(replies: readonly Reply[]): (request: ReplyRequest) => Reply | undefined {
  let taken = 0;
  let failed: { readonly texts: number; readonly reply: Reply } | undefined;
  return ({ kind, body }) => {
    if (kind !== "main") return undefined;
    const { messages, input } = body as { readonly messages?: unknown; readonly input?: unknown };
    const texts = countTexts(messages ?? input);
    if (failed?.texts === texts) return failed.reply;
    const reply = replies[taken++];
    failed = reply?.some((step) => "httpError" in step && step.httpError < 429)
      ? { texts, reply }
      : undefined;
    return reply;
  };
}

/** How many texts there are in a conversation, whatever its blocks look like. */
function countTexts(value: unknown, name = ""): number {
  if (typeof value === "string") return name === "text" || name === "content" ? 1 : 0;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((count, [key, inner]) => count + countTexts(inner, key), 0);
}

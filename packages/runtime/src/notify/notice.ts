import type { ProjectId, SessionId } from "@nucleic/protocol";
import type { Attention, AttentionReason } from "./attention.ts";

/** What a person knows a session by. */
export interface NotifiedSession {
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  /** A person's own words. */
  readonly title: string;
}

/**
 * What is shown to a person who looks elsewhere, maybe on a locked screen. Only that they are needed, and where: no command, no
 * path, no text of an agent, and nothing to press that would decide anything.
 */
export interface Notice {
  /** Of the attention: the same is never told twice. */
  readonly id: string;
  readonly sessionId: SessionId;
  readonly reason: AttentionReason;
  /** One line, at most 80 characters. */
  readonly title: string;
  /** One line, at most 160 characters. */
  readonly body: string;
}

const words: Readonly<Record<AttentionReason, string>> = {
  approval: "needs your approval",
  question: "has a question",
  done: "is waiting for you",
  failed: "has failed",
  conflicted: "cannot be integrated: there are conflicts",
  setupFailed: "could not be set up",
};

/** Makes the text of it. */
export function noticeOf({ id, sessionId, reason, about }: Attention, session: NotifiedSession): Notice {
  const what = about === undefined ? "" : ` (${about})`;
  return {
    id,
    sessionId,
    reason,
    title: line(`Nucleic: ${words[reason]}`, 80),
    body: line(`${masked(session.title)}${what}`, 160),
  };
}

/** What looks like a key or a token: long, without a space, of letters and digits mixed. */
const secretive = /[\w+/=.-]{20,}/g;

function masked(text: string): string {
  return text.replace(secretive, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? "…" : word));
}

/** Controls and what turns the direction of text are spaces. */
function line(text: string, maxChars: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, " ").trim();
  const chars = [...plain];
  return chars.length <= maxChars ? plain : `${chars.slice(0, maxChars - 1).join("")}…`;
}

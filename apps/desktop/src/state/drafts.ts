import type { ContextPart } from "@nucleic/protocol/core";
import { Writable } from "@nucleic/sync/client";

export type DiffComment = Extract<ContextPart, { kind: "diffComment" }>;

/** What was written and not sent yet, by session. Kept while the page is open. */
export interface Draft {
  readonly text: string;
  /** Comments on changes: they go with the next message. */
  readonly comments: readonly DiffComment[];
}

export const emptyDraft: Draft = { text: "", comments: [] };

const drafts = new Map<string, Writable<Draft>>();

export function draftOf(sessionId: string): Writable<Draft> {
  const draft = drafts.get(sessionId) ?? new Writable(emptyDraft);
  drafts.set(sessionId, draft);
  return draft;
}

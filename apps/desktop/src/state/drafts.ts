import type { ContextPart } from "@nucleic/protocol/core";
import { Store } from "./store.ts";

export type DiffComment = Extract<ContextPart, { kind: "diffComment" }>;

/** What was written and not sent yet, by session. Kept while the page is open. */
export interface Draft {
  readonly text: string;
  /** Comments on changes: they go with the next message. */
  readonly comments: readonly DiffComment[];
}

export const emptyDraft: Draft = { text: "", comments: [] };

const drafts = new Map<string, Store<Draft>>();

export function draftOf(sessionId: string): Store<Draft> {
  const draft = drafts.get(sessionId) ?? new Store(emptyDraft);
  drafts.set(sessionId, draft);
  return draft;
}

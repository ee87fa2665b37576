import type { ContextPart } from "@nucleic/protocol/core";
import { Writable } from "@nucleic/sync/client";

export type DiffComment = Extract<ContextPart, { kind: "diffComment" }>;
export type Picture = Extract<ContextPart, { kind: "image" }>;

/** What was written and not sent yet, by session. Kept while the page is open. */
export interface Draft {
  readonly text: string;
  /** Comments on changes: they go with the next message. */
  readonly comments: readonly DiffComment[];
  /** Files that were chosen after an `@`; those that the text still names go along. */
  readonly files: readonly string[];
  readonly pictures: readonly Picture[];
}

export const emptyDraft: Draft = { text: "", comments: [], files: [], pictures: [] };

const drafts = new Map<string, Writable<Draft>>();

export function draftOf(sessionId: string): Writable<Draft> {
  const draft = drafts.get(sessionId) ?? new Writable(emptyDraft);
  drafts.set(sessionId, draft);
  return draft;
}

/** Whether there is nothing in it to be sent. */
export function isEmptyDraft({ text, comments, pictures }: Draft): boolean {
  return text.trim() === "" && comments.length === 0 && pictures.length === 0;
}

/** What could not be sent, and what was written meanwhile. */
export function joinedDraft(first: Draft, then: Draft): Draft {
  return {
    text: [first.text, then.text].filter((one) => one !== "").join("\n"),
    comments: [...first.comments, ...then.comments],
    files: [...first.files, ...then.files],
    pictures: [...first.pictures, ...then.pictures],
  };
}

/** What goes along with the text. */
export function contextOf({ text, comments, files, pictures }: Draft): ContextPart[] {
  const named = [...new Set(files)].filter((path) => text.includes(`@${path}`));
  return [...comments, ...named.map((path) => ({ kind: "file" as const, path })), ...pictures];
}

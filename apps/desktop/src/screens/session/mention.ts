/** What is being typed of a file's path: from its `@` to the caret. */
export interface Mention {
  readonly from: number;
  readonly to: number;
  /** Without the `@`. */
  readonly typed: string;
}

/** An `@` begins one at the start of a word alone: an address of a mailbox is none. */
const form = /(?:^|[\s(])@([^\s@]{0,256})$/;

/** The mention that the caret stands at the end of. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const typed = form.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, to: caret, typed };
}

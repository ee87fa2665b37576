import type { RequestKind } from "../model/model-request.ts";

const rows: Readonly<Record<RequestKind, string>> = {
  main: "lab",
  subagent: "sub",
  side: "side",
  other: "other",
};

/**
 * What the ids of a reply are made of: its kind and number, so that the same script says the same bytes in every run.
 * Subagents run beside the conversation: with a row of their own, the ids of neither depend on who asks first.
 */
export const replyRow = (kind: RequestKind, ordinal: number): string => `${rows[kind]}_${ordinal}`;

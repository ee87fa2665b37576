import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { canonicalJson } from "@nucleic/protocol/core";
import type { SessionEvent } from "@nucleic/runtime";

/** What a life tells the outside, one JSON line each. What was told has to hold for ever. */
export type Ack =
  /** A session was made: its row is in the database. */
  | { readonly a: "session"; readonly s: string }
  /** A subscriber saw the record. */
  | {
      readonly a: "seen";
      readonly s: string;
      readonly seq: number;
      readonly kind: string;
      readonly hash: string;
    }
  /** About to say it; it may or may not be there. */
  | { readonly a: "saying"; readonly s: string; readonly text: string }
  /** `send` resolved. */
  | { readonly a: "said"; readonly s: string; readonly text: string }
  /** `record` resolved with that seq. */
  | { readonly a: "recorded"; readonly s: string; readonly seq: number }
  /** About to answer, as a person. */
  | { readonly a: "answering"; readonly id: string; readonly decision: string }
  /** `answerApproval` resolved with `accepted`. */
  | { readonly a: "answered"; readonly s: string; readonly id: string; readonly decision: string }
  | { readonly a: "questionAnswered"; readonly s: string; readonly id: string }
  /** The agent was told yes, and does it. */
  | { readonly a: "performed"; readonly tag: string }
  | { readonly a: "archived" | "deleting" | "deleted"; readonly s: string }
  | { readonly a: "accepting" | "intent" | "intentDone"; readonly id: string }
  /** The effect of an intent. */
  | { readonly a: "intentEffect"; readonly id: string }
  | { readonly a: "setting"; readonly key: string; readonly value: number }
  | { readonly a: "device"; readonly id: string }
  | { readonly a: "revoking" | "revoked"; readonly id: string }
  | { readonly a: "rule"; readonly id: string }
  | { readonly a: "removingRule"; readonly id: string }
  /** A refusal that says what it is. */
  | { readonly a: "refused"; readonly what: string; readonly code: string; readonly s?: string }
  /** What must never happen, whatever dies when. */
  | { readonly a: "fault"; readonly what: string }
  | { readonly a: "problem"; readonly code: string; readonly message: string }
  /** Storage failed, and the session says so. */
  | { readonly a: "storageFailed"; readonly s: string; readonly code: string }
  /** Everything was done and closed in order. */
  | { readonly a: "end" };

/** Says it at once, into the pipe: what is told is told even if the process dies at the next instruction. */
export function tell(ack: Ack): void {
  const bytes = Buffer.from(`${JSON.stringify(ack)}\n`);
  for (let written = 0; written < bytes.length; )
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      // The pipe is full: whoever reads is slower.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
}

/** The same for two records of the same content. */
export function digest(event: SessionEvent): string {
  return createHash("sha256").update(canonicalJson(event)).digest("hex").slice(0, 20);
}

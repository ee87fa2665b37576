import { WorktreeError } from "../error.ts";
import type { QueueRequest, Settlement } from "./entry.ts";

/** Why a running merge is aborted. */
export const CANCELLED = new WorktreeError("aborted", "the entry was cancelled");
export const CLOSED = new WorktreeError("aborted", "the merge queue was closed");
/** What becomes of an entry whose merge was stopped because the queue is closed. */
export const WAITING = { status: "queued" } as const;

/** How an entry ends whose process died, where nothing reached the target. */
export const INTERRUPTED: Settlement = {
  status: "failed",
  code: "interrupted",
  message: "the process died while this was merged; nothing reached the target",
  hint: "Hand it in again.",
};

/** Two lines never wait for each other. */
export function lineOf({ commonDir, target }: QueueRequest): string {
  return `${commonDir}\0${target}`;
}

/** What a merge threw, as a settlement. */
export function failureOf(error: unknown): Settlement & { status: "failed" } {
  if (!(error instanceof WorktreeError)) {
    return {
      status: "failed",
      code: "unexpected",
      message: error instanceof Error ? error.message : String(error),
    };
  }
  const { code, message, hint } = error;
  return { status: "failed", code, message, ...(hint === undefined ? {} : { hint }) };
}

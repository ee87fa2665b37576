import type { SessionStatus } from "@nucleic/protocol";

const live = ["running", "awaitingApproval", "awaitingAnswer", "awaitingInput"] as const;
const over = ["interrupted", "failed", "finished"] as const;

/** From each status, those that can follow. */
export const transitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  created: ["preparing", "starting", "interrupted", "failed", "archived"],
  preparing: ["starting", "interrupted", "failed"],
  starting: [...live, ...over],
  running: [...live, ...over],
  awaitingApproval: [...live, ...over],
  awaitingAnswer: [...live, ...over],
  awaitingInput: [...live, ...over],
  interrupted: ["preparing", "starting", "archived"],
  failed: ["preparing", "starting", "archived"],
  finished: ["preparing", "starting", "archived"],
  archived: ["preparing", "starting", ...over],
};

const active: ReadonlySet<SessionStatus> = new Set(["preparing", "starting", ...live]);
const running: ReadonlySet<SessionStatus> = new Set(["starting", ...live]);

/** Something of the session is under way; found at a start, it was cut off. */
export function isActive(status: SessionStatus): boolean {
  return active.has(status);
}

/** A run of the backend is on, or about to be. */
export function isRunning(status: SessionStatus): boolean {
  return running.has(status);
}

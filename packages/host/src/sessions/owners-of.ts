import type { SessionRecord } from "@nucleic/runtime";

/** One for each worktree: the session that it was made for. Forks go on in the worktree of the one they came from. */
export function ownersOf(sessions: readonly SessionRecord[]): SessionRecord[] {
  const byPath = new Map<string, SessionRecord>();
  for (const session of sessions) {
    if (session.worktree === undefined) continue;
    if (session.forkedFrom === undefined || !byPath.has(session.worktree.path))
      byPath.set(session.worktree.path, session);
  }
  return [...byPath.values()];
}

import type { SessionId } from "@nucleic/protocol/core";
import type { ConflictItem, ForecastItem, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import { type MergeConflict, type SpeculatedSession, speculate } from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { projectById } from "../intents/start.ts";
import { ownersOf } from "../sessions/owners-of.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";

/** What would not go together if every session of a project were integrated as it stands. Nothing is touched. */
export async function forecast(
  host: HostContext,
  { projectId, target }: QueryArgs<"conflicts">,
): Promise<QueryResult<"conflicts">> {
  const { runtime, worktrees, ending: signal } = host;
  const project = await projectById(host, projectId);
  const sessions = ownersOf(await runtime.listSessions({ projectId }));
  const placed = [];
  for (const session of sessions) {
    const { owner } = await sharedWorktree(runtime, session);
    const { worktree } = await worktrees.at(project, session, owner);
    // Its session may be put away, and a fork of it work here: that is the one to name.
    placed.push({ ...worktree, id: session.id, owner });
  }
  const found = await speculate({
    repository: await worktrees.repository(project),
    worktrees: placed,
    signal,
    ...(target !== undefined && { target }),
  });
  return {
    sessions: found.sessions.map(sessionItem),
    pairs: found.pairs.map(({ sessions: [one, other], conflicts }) => ({
      sessions: [one as SessionId, other as SessionId] as [SessionId, SessionId],
      conflicts: conflicts.map(conflictItem),
    })),
    skipped: { sessions: found.skipped.sessions.map((id) => id as SessionId), pairs: found.skipped.pairs },
  };
}

function sessionItem(session: SpeculatedSession): ForecastItem {
  const id = session.id as SessionId;
  switch (session.outcome) {
    case "clean":
      return { outcome: "clean", id, target: session.target, paths: [...session.paths] };
    case "conflicted": {
      const { target, paths, conflicts } = session;
      return { outcome: "conflicted", id, target, paths: [...paths], conflicts: conflicts.map(conflictItem) };
    }
    case "unknown":
      return { outcome: "unknown", id, code: session.error.code, message: session.error.message };
    default:
      return session satisfies never;
  }
}

/** As a client is told of it. */
export function conflictItem({ path, kinds, messages }: MergeConflict): ConflictItem {
  return { path, kinds: [...kinds], messages: [...messages] };
}

import type { SessionId } from "@nucleic/protocol/core";
import type { ConflictItem, ForecastItem, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import {
  type MergeConflict,
  type SessionWorktree,
  type SpeculatedSession,
  speculate,
} from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { projectById } from "../intents/start.ts";
import { ownersOf } from "../sessions/owners-of.ts";

/** What would not go together if every session of a project were integrated as it stands. Nothing is touched. */
export async function forecast(
  host: HostContext,
  { projectId, target }: QueryArgs<"conflicts">,
): Promise<QueryResult<"conflicts">> {
  const { runtime, worktrees, ending: signal } = host;
  const project = await projectById(host, projectId);
  const all = await runtime.listSessions({ projectId, includeArchived: true });
  const madeFor = new Map(ownersOf(all).map(({ id, worktree }) => [worktree?.path, id]));
  // The session that a worktree was made for may be put away, and a fork of it work there: that is the one to name.
  const named = new Map<string, SessionId>();
  const placed: SessionWorktree[] = [];
  for (const session of ownersOf(all.filter(({ status }) => status !== "archived"))) {
    const owner = madeFor.get(session.worktree?.path) ?? session.id;
    named.set(owner, session.id);
    placed.push((await worktrees.at(project, session, owner)).worktree);
  }
  const nameOf = (id: string) => named.get(id) ?? (id as SessionId);
  const found = await speculate({
    repository: await worktrees.repository(project),
    worktrees: placed,
    signal,
    ...(target !== undefined && { target }),
  });
  return {
    sessions: found.sessions.map((session) => forecastItem(nameOf(session.id), session)),
    pairs: found.pairs.map(({ sessions: [one, other], conflicts }) => ({
      sessions: [nameOf(one), nameOf(other)] as [SessionId, SessionId],
      conflicts: conflicts.map(conflictItem),
    })),
    skipped: { sessions: found.skipped.sessions.map(nameOf), pairs: found.skipped.pairs },
  };
}

function forecastItem(id: SessionId, session: SpeculatedSession): ForecastItem {
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

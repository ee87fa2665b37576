import type { ProjectId, SessionId } from "@nucleic/protocol/core";
import type { QueryKind, QueryResult } from "@nucleic/protocol/messages";

type MayKnow = (project: ProjectId | undefined, session: SessionId | undefined) => boolean;

/** An answer without what a device may not know of. */
export function limitResult(kind: string, result: unknown, mayKnow: MayKnow): unknown {
  switch (kind as QueryKind) {
    case "projects":
      return (result as QueryResult<"projects">).filter(({ id }) => mayKnow(id, undefined));
    case "rules":
      return (result as QueryResult<"rules">).filter((rule) => mayKnow(rule.projectId, rule.sessionId));
    case "search": {
      const { hits, isComplete } = result as QueryResult<"search">;
      return { hits: hits.filter(({ sessionId }) => mayKnow(undefined, sessionId)), isComplete };
    }
    case "notifications": {
      const { projects, sessions, ...rest } = result as QueryResult<"notifications">;
      const of = <T>(all: Record<string, T>, isKnown: (id: string) => boolean) =>
        Object.fromEntries(Object.entries(all).filter(([id]) => isKnown(id)));
      return {
        ...rest,
        projects: of(projects, (id) => mayKnow(id as ProjectId, undefined)),
        sessions: of(sessions, (id) => mayKnow(undefined, id as SessionId)),
      };
    }
    case "health":
      // What went wrong may name any session's files.
      return mayKnow(undefined, undefined) ? result : { ...(result as object), problems: [] };
    default:
      return result;
  }
}

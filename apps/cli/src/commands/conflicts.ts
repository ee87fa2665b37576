import type { ProjectRecord, SessionRecord } from "@nucleic/runtime";
import { type SessionWorktree, type Speculation, speculate } from "@nucleic/worktree";
import { type App, openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
import { shortIds } from "../session/short-id.ts";
import { conflictLines } from "../view/conflict-lines.ts";

/** What `conflicts` takes. */
export interface ConflictsFlags {
  readonly project?: string;
  readonly target?: string;
  readonly json?: boolean;
}

/** Says what would not go together if every session were integrated as it stands. Exit code 4 where anything would not. */
export function conflicts(flags: ConflictsFlags): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = await projectAt(app, flags.project ?? context.cwd);
    const sessions = onePerWorktree(await app.runtime.listSessions({ projectId: project.id }));
    if (sessions.length === 0) {
      await context.tell("no session of this repository has a worktree");
      return exitCodes.done;
    }
    const found = await speculate({
      repository: await app.worktrees.repository(project),
      worktrees: await worktreesOf(app, project, sessions),
      signal: context.signals.ending,
      ...(flags.target !== undefined && { target: flags.target }),
    });
    if (flags.json) await context.stdout.lines(jsonLines(found));
    else {
      const titles = new Map<string, string>(sessions.map(({ id, title }) => [id, title]));
      const all = await app.runtime.listSessions({ includeArchived: true });
      const short = shortIds(all.map(({ id }) => id));
      await context.stdout.lines(conflictLines(found, { titles, short }, context.frame()));
    }
    const isClean = found.pairs.length === 0 && found.sessions.every(({ outcome }) => outcome === "clean");
    return isClean ? exitCodes.done : exitCodes.conflicted;
  };
}

/** Forks go on in the worktree of the session they came from: what is in it is asked about once. */
function onePerWorktree(sessions: readonly SessionRecord[]): SessionRecord[] {
  const seen = new Set<string>();
  return sessions.filter(({ worktree }) => {
    if (worktree === undefined || seen.has(worktree.path)) return false;
    seen.add(worktree.path);
    return true;
  });
}

async function worktreesOf(
  app: App,
  project: ProjectRecord,
  sessions: readonly SessionRecord[],
): Promise<SessionWorktree[]> {
  const worktrees: SessionWorktree[] = [];
  for (const session of sessions)
    worktrees.push((await app.worktrees.at(project, session, session.id)).worktree);
  return worktrees;
}

function jsonLines({ sessions, pairs }: Speculation): string[] {
  const each = sessions.map((session) => {
    if (session.outcome !== "unknown") return { kind: "session", ...session };
    const { id, outcome, error } = session;
    return { kind: "session", id, outcome, code: error.code, message: error.message };
  });
  return [...each, ...pairs.map((pair) => ({ kind: "pair", ...pair }))].map((line) => JSON.stringify(line));
}

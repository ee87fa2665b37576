import type { SessionId } from "@nucleic/protocol/core";
import type { Runtime } from "@nucleic/runtime";
import type { Merges } from "../integration/merges.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import type { Worktrees } from "../worktrees.ts";
import { mayShip, readShip } from "./ship.ts";

export interface Shipping {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly live: LiveSessions;
  readonly merges: Merges;
  readonly signal: AbortSignal;
}

/** Hands a session's work to the queue if it ships and is done as it stands now. Resolves when that is settled. */
export async function shipWhenDone(
  { runtime, worktrees, live, merges, signal }: Shipping,
  id: SessionId,
): Promise<void> {
  const session = live.get(id);
  if (session === undefined || !mayShip(session.state) || !(await readShip(runtime, id))) return;
  const record = await runtime.findSession(id);
  const project = record.worktree && (await runtime.projects.get(record.projectId));
  if (!project) return;
  const target = await worktrees.target(project, record);
  await merges.integrate(project, record, { target, message: record.title, ship: true }, signal);
}

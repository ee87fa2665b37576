import {
  mayShip,
  type IntegrationPhase as Phase,
  phaseOf,
  readShip,
  sharedWorktree,
  stopShipping,
} from "@nucleic/host";
import type { ProjectRecord, Session, SessionRecord } from "@nucleic/runtime";
import { type Integration, type MergeStrategy, settlementOf } from "@nucleic/worktree";
import type { App } from "../compose.ts";
import { projectOf } from "../project/project-at.ts";

/** Where it goes, and how. */
export interface IntegrateOptions {
  readonly target: string;
  readonly message: string;
  readonly signal: AbortSignal;
  readonly strategy?: MergeStrategy;
  readonly verify?: string;
}

/** Integrates a session's work, with every phase of it in the session's own transcript. */
export async function integrateSession(
  app: App,
  project: ProjectRecord,
  record: SessionRecord,
  options: IntegrateOptions,
): Promise<Integration> {
  await using session = await app.runtime.openSession(record.id);
  return await integrateHeld(app, project, record, session, options);
}

/** Integrates the work of a session that ships, if it is done as it stands now. Where it does not go, ship is off then. */
export async function shipIfDone(
  app: App,
  record: SessionRecord,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  if (!mayShip(session.state) || !(await readShip(app.runtime, record.id))) return;
  const project = await projectOf(app, record);
  const target = await app.worktrees.target(project, record);
  const stop = (phase: Phase) => stopShipping(app.runtime, record.id, phase);
  const options = { target, message: record.title, signal, stop };
  // What went wrong is in the transcript, which is being shown.
  await integrateHeld(app, project, record, session, options).catch(() => undefined);
}

async function integrateHeld(
  app: App,
  project: ProjectRecord,
  record: SessionRecord,
  session: Session,
  {
    stop = async (phase) => phase,
    ...options
  }: IntegrateOptions & { readonly stop?: (phase: Phase) => Promise<Phase> },
): Promise<Integration> {
  const { owner } = await sharedWorktree(app.runtime, record);
  const { target } = options;
  await session.record({ kind: "integration", phase: "merging", target });
  try {
    const result = await app.worktrees.integrate(project, record, { ...options, owner });
    const phase = phaseOf(settlementOf(result));
    await session.record({
      kind: "integration",
      target,
      ...(phase.phase === "merged" ? phase : await stop(phase)),
    });
    await app.worktrees.recordDiffstat(project, record, session);
    return result;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await session.record({ kind: "integration", target, ...(await stop({ phase: "failed", message })) });
    throw error;
  }
}

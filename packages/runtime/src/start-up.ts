import { RunRegistry } from "@nucleic/process";
import type { SessionId } from "@nucleic/protocol";
import { RuntimeError } from "./errors.ts";
import { type HoldContext, holdSession } from "./hold-session.ts";
import type { RuntimeProblem, StartReport } from "./runtime.ts";
import type { Store } from "./store.ts";

/**
 * Puts in order what dead processes left: ends the processes of their runs, then closes their sessions. What belongs
 * to a living process is not touched.
 */
export async function startUp(
  context: HoldContext,
): Promise<{ readonly runs: RunRegistry; readonly report: StartReport }> {
  const problems: RuntimeProblem[] = [];
  const recovering: HoldContext = {
    ...context,
    onProblem(problem) {
      problems.push(problem);
      context.onProblem(problem);
    },
  };
  const runs = await RunRegistry.open(context.store.runsDirectory);
  // First, so that nothing of a run still works in a worktree whose session is said to be interrupted.
  const reapedRuns = await reap(runs, recovering);
  await context.store.finishDeletions();
  const interrupted: SessionId[] = [];
  for (const id of await leftBehind(context.store)) if (await recover(recovering, id)) interrupted.push(id);
  return { runs, report: { interrupted, reapedRuns, problems } };
}

async function reap(runs: RunRegistry, { onProblem }: HoldContext): Promise<readonly string[]> {
  const { reaped, surviving, damaged } = await runs.reap();
  for (const { runId } of surviving)
    onProblem({ code: "reapFailed", message: `processes of run ${runId} could not be ended` });
  for (const { path, reason } of damaged)
    onProblem({ code: "reapFailed", message: `a record of a run could not be read (${reason}): ${path}` });
  return reaped.filter((run) => run.killed.length > 0).map((run) => run.runId);
}

/** Sessions that say they are under way, and those that have an owner: a dead one's row may be behind. */
async function leftBehind(store: Store): Promise<ReadonlySet<SessionId>> {
  const active = await store.sessions.list({
    statuses: [
      "created",
      "preparing",
      "starting",
      "running",
      "awaitingApproval",
      "awaitingAnswer",
      "awaitingInput",
    ],
  });
  return new Set([...active.map((session) => session.id), ...(await store.owners.all())]);
}

async function recover(context: HoldContext, id: SessionId): Promise<boolean> {
  try {
    const { session, wasLeftOpen } = await holdSession(context, id, () => undefined);
    await session.close();
    return wasLeftOpen;
  } catch (cause) {
    // Another process lives and has it, or was faster.
    if (cause instanceof RuntimeError && cause.code === "sessionOwned") return false;
    const message = `session ${id} could not be recovered: ${cause instanceof Error ? cause.message : String(cause)}`;
    context.onProblem({ code: "sessionRecoveryFailed", sessionId: id, message, cause });
    return false;
  }
}

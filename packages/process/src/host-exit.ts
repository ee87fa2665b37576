import { killRunsNow } from "./run-marker.ts";

/** A run that must not outlive this process. */
export interface LiveRun {
  readonly runId: string;
  /** This process is exiting: kill the group. Nothing asynchronous happens any more. */
  onHostExit(): void;
}

const live = new Set<LiveRun>();

/** Kills the run, should this process exit before `forgetRun`. A process killed by SIGKILL has no such chance. */
export function rememberRun(run: LiveRun): void {
  if (live.size === 0) process.on("exit", killAll);
  live.add(run);
}

export function forgetRun(run: LiveRun): void {
  live.delete(run);
  if (live.size === 0) process.off("exit", killAll);
}

function killAll(): void {
  for (const run of live) run.onHostExit();
  killRunsNow([...live].map((run) => run.runId));
}

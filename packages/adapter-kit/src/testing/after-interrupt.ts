import type { Outcome, StreamFault } from "@nucleic/protocol";
import { WatchedRun } from "@nucleic/protocol/testing";
import { inCommand, type OrphanBench } from "./orphans.ts";
import { faultsOf } from "./session.ts";

/** What an agent did that was interrupted in a command. */
export interface AfterInterrupt {
  /** Of the turn that was interrupted. */
  readonly outcome: Outcome;
  /** In the run itself, and in the one that took its session up. */
  readonly said: readonly [on: string, again: string];
  /** Of the stream of the second run. */
  readonly faults: readonly StreamFault[];
}

/**
 * Interrupts a run in its command, has it go on, ends it, and takes its session up again. Its model is to play a command
 * without an end, and then a reply for each run.
 * @param processes as for `inCommand`
 */
export async function afterInterrupt(bench: OrphanBench, processes?: number): Promise<AfterInterrupt> {
  const { run, events } = await inCommand(bench, processes);
  await run.interrupt();
  const { outcome } = await events.nth("turnCompleted");
  await events.turn("go on");
  await events.close();
  const { backendSessionId } = await events.nth("sessionStarted");
  const spec = { ...bench.spec(), backendSessionId, fork: false };
  const again = new WatchedRun(await bench.backend.resume(spec, {}));
  await again.turn("go on");
  await again.close();
  return { outcome, said: [events.said, again.said], faults: faultsOf(await again.ended) };
}

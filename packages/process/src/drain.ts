import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Clock } from "@nucleic/protocol";
import { killRun, type RunKill } from "./run-marker.ts";

/** How long after the leader's exit its pipes may stay open before what holds them is killed. */
const DRAIN_MS = 250;

export interface LeftoverOptions {
  readonly runId: string;
  /** The leader's pid, which is also its session. */
  readonly pid: number;
  readonly streams: readonly (Readable | undefined)[];
  /** Called when the writers are dead: whoever reads slowly should now take in what is left. */
  readonly readRest?: () => void;
  /** `always`: nothing of the run stays alive. `ifPipesHeld`: only what would keep its output open is killed. */
  readonly kill: "always" | "ifPipesHeld";
  readonly clock: Clock;
}

/**
 * The leader's exit is not the end of a run. Gives its pipes a short time to run dry, kills its descendants, and cuts
 * the pipes if someone unknown still holds them. The streams must be read by someone meanwhile. Rejects where the
 * system's processes cannot be listed; the pipes are closed then too.
 */
export async function settleLeftovers(options: LeftoverOptions): Promise<RunKill> {
  const { runId, pid, streams, kill, clock, readRest } = options;
  const dry = Promise.all(streams.map(untilClosed));
  const isDry = await within(dry, DRAIN_MS, clock);
  if (isDry && kill === "ifPipesHeld") return { killed: [], survivors: [] };
  try {
    return await killRun(runId, { sessionId: pid, clock });
  } finally {
    readRest?.();
    if (!isDry && !(await within(dry, DRAIN_MS, clock))) for (const stream of streams) stream?.destroy();
  }
}

async function untilClosed(stream: Readable | undefined): Promise<void> {
  if (stream === undefined) return;
  await finished(stream, { writable: false }).catch(() => undefined);
}

/** Whether `done` resolves within `limitMs`; leaves no timer behind. */
async function within(done: Promise<unknown>, limitMs: number, clock: Clock): Promise<boolean> {
  const timer = new AbortController();
  const late = clock.sleep(limitMs, timer.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

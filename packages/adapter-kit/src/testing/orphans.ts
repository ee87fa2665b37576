import { access } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { type AgentBackend, type AgentRun, type SessionSpec, systemClock } from "@nucleic/protocol/core";
import { type Step, WatchedRun } from "@nucleic/protocol/testing";
import { allowAll } from "./hooks.ts";
import { faultsOf, say } from "./session.ts";

/** A command that never ends, in two sessions: what an agent starts may well start another. Needs `setsid`: Linux. */
export const endlessCall: Step = {
  call: "Bash",
  input: { command: "setsid tail -f /dev/null & echo $$ > started.txt; tail -f /dev/null" },
};

/** An agent with a model that is about to call for a command that makes `started.txt` and never ends. */
export interface OrphanBench {
  readonly backend: AgentBackend;
  spec(more?: Partial<SessionSpec>): SessionSpec;
}

/** A run in the middle of such a command. */
export interface BusyRun {
  readonly run: AgentRun;
  readonly events: WatchedRun;
  readonly runId: string;
  /** The process id of the agent's program. */
  readonly program: number;
}

/**
 * Starts a run and waits until its command runs.
 * @param processes how many there are then at the least: the program, the shell, and what it put into another session
 */
export async function inCommand(bench: OrphanBench, processes = 3): Promise<BusyRun> {
  const runId = crypto.randomUUID();
  const spec = bench.spec({ runId });
  const run = await bench.backend.start(spec, allowAll().hooks);
  const events = new WatchedRun(run);
  await run.send(say("wait for ever"));
  while (!(await exists(join(spec.cwd, "started.txt")))) await systemClock.sleep(20);
  await events.nth("toolCallStarted");
  const alive = await findRun(runId);
  if (alive.length < processes) throw new Error(`only ${alive.length} processes are marked as the run's`);
  return { run, events, runId, program: await programOf(runId) };
}

/**
 * The process id of a run's program: the process that began first, as all others are its descendants. The smallest id says
 * nothing: ids begin again where they have been used up.
 */
export async function programOf(runId: string): Promise<number> {
  const [first] = (await findRun(runId)).toSorted((a, b) => startOf(a.startTime) - startOf(b.startTime));
  if (first === undefined) throw new Error("no process of the run is alive");
  return first.pid;
}

/** Ticks of the clock on Linux, a date elsewhere. */
const startOf = (startTime: string): number => {
  const ticks = Number(startTime);
  return Number.isNaN(ticks) ? Date.parse(startTime) : ticks;
};

/** A way to end a run, and the outcome that it tells then. */
export type Ending = readonly [way: string, outcome: string, end: (busy: BusyRun) => unknown];

/** Ends the program by a signal from outside. */
export const killedBy = (signal: NodeJS.Signals): Ending => [
  signal,
  "failed",
  ({ program }) => process.kill(program, signal),
];

/** The ends that every run may come to. */
export const endings: readonly Ending[] = [
  ["close", "interrupted", ({ run }) => run.close()],
  killedBy("SIGTERM"),
  killedBy("SIGKILL"),
];

/** What there is once a busy run has ended. */
export interface Remains {
  /** Processes of the run that are alive. None, where the adapter keeps its word. */
  readonly processes: readonly number[];
  readonly outcome: string | undefined;
  /** How many calls have a result: the command's, although it never gave one. */
  readonly toolResults: number;
  readonly faults: readonly unknown[];
}

/** Ends a busy run in one way, waits for its last event, and looks at what there is then. */
export async function remainsAfter({ 2: end }: Ending, busy: BusyRun): Promise<Remains> {
  await end(busy);
  const events = await busy.events.ended;
  const processes = await processesOf(busy.runId);
  const last = events.at(-1);
  await busy.run.close();
  return {
    processes,
    outcome: last?.kind === "runFinished" ? last.outcome : undefined,
    toolResults: busy.events.all("toolResult").length,
    faults: faultsOf(events),
  };
}

/** Breaks off at the first word of a run whose model never ends its reply; answers which of its processes are alive. */
export async function processesAfterLeaving(bench: OrphanBench): Promise<readonly number[]> {
  const runId = crypto.randomUUID();
  const run = await bench.backend.start(bench.spec({ runId }), {});
  await run.send(say("tell"));
  for await (const event of run.events) if (event.kind === "assistantText") break;
  await run.close();
  return processesOf(runId);
}

async function processesOf(runId: string): Promise<readonly number[]> {
  return (await findRun(runId)).map(({ pid }) => pid);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

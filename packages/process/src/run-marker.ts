import { type Clock, systemClock } from "@nucleic/protocol/core";
import { sendSignal } from "./child.ts";
import { holdOpen } from "./hold-open.ts";
import { ProcessError } from "./process-error.ts";
import { processTable, type TableRow } from "./process-table.ts";

/** The name of the environment entry that every process of a run inherits. */
export const RUN_MARKER = "NUCLEIC_RUN";

/** A process that belongs to a run. */
export interface RunProcess {
  readonly pid: number;
  /** Opaque; with the pid it names one process of this boot. */
  readonly startTime: string;
}

/** What became of the processes of a run. */
export interface RunKill {
  /** Were alive and are gone. */
  readonly killed: readonly RunProcess[];
  /** Are still alive, a while after SIGKILL: not ours to signal, or stuck in the kernel. */
  readonly survivors: readonly RunProcess[];
}

/** How gently a run is ended, and how widely it is looked for. */
export interface KillRunOptions {
  /** How long after SIGTERM the rest gets SIGKILL. Default 500; 0 sends SIGKILL at once. */
  readonly graceMs?: number;
  /** The session of the run's leader, where that is known: what never left it is found even without the marker. */
  readonly sessionId?: number;
  readonly clock?: Clock;
}

/**
 * The live processes of a run: those that carry its marker, in whatever group or session, and all their children.
 * @throws ProcessError `invalidRunId`
 */
export async function findRun(runId: string): Promise<RunProcess[]> {
  return (await members(runId, undefined)).map(toRunProcess);
}

/**
 * Ends every process of a run: SIGTERM, a short grace, SIGKILL, until none is found. Each process is looked at again
 * right before each signal, so that none is sent to a stranger who got a used pid.
 * @throws ProcessError `invalidRunId`
 */
export async function killRun(runId: string, options: KillRunOptions = {}): Promise<RunKill> {
  const { graceMs = 500, clock = systemClock, sessionId } = options;
  // They are no children of ours: nothing else holds a program open that waits for their end.
  using _held = holdOpen();
  const killed = new Map<string, RunProcess>();
  let found = await members(runId, sessionId);
  if (found.length > 0 && graceMs > 0) {
    await signalEach(found, "SIGTERM", runId);
    const rest = await waitUntilGone(found, graceMs, clock);
    remember(killed, found, rest);
    found = union(rest, await members(runId, sessionId));
  }
  // What forks while it is being killed needs another round; each finds fewer.
  for (let round = 0; found.length > 0 && round < MAX_ROUNDS; round++) {
    await signalEach(found, "SIGKILL", runId);
    const rest = await waitUntilGone(found, AFTER_KILL_MS, clock);
    remember(killed, found, rest);
    if (rest.length > 0) return { killed: [...killed.values()], survivors: rest.map(toRunProcess) };
    found = await members(runId, sessionId);
  }
  return { killed: [...killed.values()], survivors: found.map(toRunProcess) };
}

/**
 * SIGKILL to every process of some runs, at once and without waiting: for the moment in which this process exits.
 * Where the system's processes cannot be listed synchronously (no `/proc`) it does nothing, and what left its group is
 * found at the next start.
 */
export function killRunsNow(runIds: readonly string[]): void {
  for (const runId of runIds) {
    const rows = processTable.listNow?.(`${RUN_MARKER}=${runId}`) ?? [];
    for (const row of runMembers(rows, undefined, process.pid)) sendSignal(row.pid, "SIGKILL");
  }
}

/**
 * Refuses a run id that could not stand in an environment or name a file.
 * @throws ProcessError `invalidRunId`
 */
export function checkRunId(runId: string): void {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(runId)) return;
  throw new ProcessError(
    "invalidRunId",
    "a run id is 1 to 128 letters, digits, dots, dashes and underscores",
  );
}

const MAX_ROUNDS = 10;
const AFTER_KILL_MS = 2_000;

async function members(runId: string, sessionId: number | undefined): Promise<TableRow[]> {
  checkRunId(runId);
  return runMembers(await processTable.list(`${RUN_MARKER}=${runId}`), sessionId, process.pid);
}

/** The rows of a run: marked ones, those of the leader's session, and the children of both. Never `self`. */
export function runMembers(
  rows: readonly TableRow[],
  sessionId: number | undefined,
  self: number,
): TableRow[] {
  // The leader is dead when its session is asked for: a live process with its number took the number over.
  const session = rows.some((row) => row.pid === sessionId) ? undefined : sessionId;
  const children = Map.groupBy(rows, (row) => row.parentPid);
  const found = new Set<TableRow>();
  const queue = rows.filter((row) => row.marked || row.sessionId === session);
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    if (row.pid === self || found.has(row)) continue;
    found.add(row);
    queue.push(...(children.get(row.pid) ?? []));
  }
  return [...found];
}

async function signalEach(rows: readonly TableRow[], name: NodeJS.Signals, runId: string): Promise<void> {
  for (const row of rows) {
    const now = await processTable.look(row.pid, `${RUN_MARKER}=${runId}`);
    if (isSame(row, now)) sendSignal(row.pid, name);
  }
}

/**
 * Answers who is still alive after at most `limitMs`. These are not children of ours, so no event tells of their
 * death: they are looked at a few times, at growing distances.
 */
async function waitUntilGone(rows: readonly TableRow[], limitMs: number, clock: Clock): Promise<TableRow[]> {
  const deadline = clock.monotonicMs() + limitMs;
  let rest = await stillAlive(rows);
  for (let delayMs = 2; rest.length > 0; delayMs *= 2) {
    const leftMs = deadline - clock.monotonicMs();
    if (leftMs <= 0) break;
    await clock.sleep(Math.min(delayMs, leftMs));
    rest = await stillAlive(rest);
  }
  return rest;
}

async function stillAlive(rows: readonly TableRow[]): Promise<TableRow[]> {
  const now = await Promise.all(rows.map((row) => processTable.look(row.pid)));
  return rows.filter((row, index) => now[index]?.startTime === row.startTime);
}

/** The same process, and where the marker was what gave it away, still with that marker. */
function isSame(then: TableRow, now: TableRow | undefined): boolean {
  return now !== undefined && now.startTime === then.startTime && (now.marked || !then.marked);
}

function remember(
  killed: Map<string, RunProcess>,
  found: readonly TableRow[],
  rest: readonly TableRow[],
): void {
  for (const row of found)
    if (!rest.includes(row)) killed.set(`${row.pid} ${row.startTime}`, toRunProcess(row));
}

function union(known: readonly TableRow[], seen: readonly TableRow[]): TableRow[] {
  return [...known, ...seen.filter((row) => !known.some((other) => other.pid === row.pid))];
}

function toRunProcess({ pid, startTime }: TableRow): RunProcess {
  return { pid, startTime };
}

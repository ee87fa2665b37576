import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** One mode of a benchmark, measured in a process of its own so that nothing is warm that should not be. */
export interface Sample {
  /** User and system time of the whole process. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakRssMiB: number;
  readonly count: number;
  /** Of `cpuMs`, what the thread for database work took, where the system tells: it keeps up the search index. */
  readonly databaseMs: number;
  /** How late a timer of one millisecond was, in all but one of a hundred cases. */
  readonly loopP99Ms: number;
}

/** Runs inside the child: measures `work` alone, imports and set-up excluded, and prints the sample. */
export async function sample(work: () => Promise<number>): Promise<void> {
  const { value: count, ...took } = await timed(work);
  print({ ...took, count });
}

/** The same, with how late the event loop's timers were meanwhile. The watching itself takes a little time. */
export async function sampleWithDelay(work: () => Promise<number>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { value: count, ...took } = await timed(work);
  delay.disable();
  print({ ...took, count, loopP99Ms: delay.percentile(99) / 1e6 });
}

/**
 * The same as `sample` for something done `times` times: the mean of `begin`. What has to be put away before the next one, by the
 * function it answers, is not measured.
 */
export async function sampleEach(times: number, begin: () => Promise<() => Promise<unknown>>): Promise<void> {
  let cpuMs = 0;
  let wallMs = 0;
  let databaseMs = 0;
  for (let time = 0; time < times; time++) {
    const { value: settle, ...took } = await timed(begin);
    cpuMs += took.cpuMs / times;
    wallMs += took.wallMs / times;
    databaseMs += took.databaseMs / times;
    await settle();
  }
  print({ cpuMs, wallMs, databaseMs, count: times });
}

type Timed<T> = Pick<Sample, "cpuMs" | "wallMs" | "databaseMs"> & { readonly value: T };

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const databaseMs = databaseThreadMs();
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const value = await work();
  const used = process.cpuUsage(cpu);
  const wallMs = Number(process.hrtime.bigint() - start) / 1e6;
  const cpuMs = (used.user + used.system) / 1000;
  return { cpuMs, wallMs, databaseMs: databaseThreadMs() - databaseMs, value };
}

/** A thread that has ended is not counted: it has to be alive still. */
function databaseThreadMs(): number {
  if (process.platform !== "linux") return 0;
  let ticks = 0;
  for (const thread of readdirSync("/proc/self/task")) {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    if (!stat.includes("(nucleic databas")) continue;
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
    ticks += user + system;
  }
  // The kernel counts in hundredths of a second for whoever asks this way.
  return ticks * 10;
}

function print({
  loopP99Ms = 0,
  ...took
}: Omit<Sample, "peakRssMiB" | "loopP99Ms"> & { readonly loopP99Ms?: number }): void {
  const peakRssMiB = process.resourceUsage().maxRSS / 1024;
  const whole: Sample = { ...took, loopP99Ms, peakRssMiB };
  process.stdout.write(`${JSON.stringify(whole)}\n`);
}

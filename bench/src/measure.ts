/** One mode of a benchmark, measured in a process of its own so that nothing is warm that should not be. */
export interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakRssMiB: number;
  readonly count: number;
}

/** Runs inside the child: measures `work` alone, imports and set-up excluded, and prints the sample. */
export async function sample(work: () => Promise<number>): Promise<void> {
  const { cpuMs, wallMs, value: count } = await timed(work);
  print({ cpuMs, wallMs, peakRssMiB: peakRssMiB(), count });
}

/**
 * The same for something done `times` times: the mean of `begin`. What has to be put away before the next one, by the
 * function it answers, is not measured.
 */
export async function sampleEach(times: number, begin: () => Promise<() => Promise<unknown>>): Promise<void> {
  let cpuMs = 0;
  let wallMs = 0;
  for (let time = 0; time < times; time++) {
    const { value: settle, ...took } = await timed(begin);
    cpuMs += took.cpuMs / times;
    wallMs += took.wallMs / times;
    await settle();
  }
  print({ cpuMs, wallMs, peakRssMiB: peakRssMiB(), count: times });
}

async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly cpuMs: number; readonly wallMs: number; readonly value: T }> {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const value = await work();
  const used = process.cpuUsage(cpu);
  const wallMs = Number(process.hrtime.bigint() - start) / 1e6;
  return { cpuMs: (used.user + used.system) / 1000, wallMs, value };
}

function peakRssMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}

function print(result: Sample): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

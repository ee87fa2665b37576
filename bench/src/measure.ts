import { execa } from "execa";

/** One mode of a benchmark, measured in a process of its own so that nothing is warm that should not be. */
export interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakRssMiB: number;
  readonly count: number;
}

/** Runs inside the child: measures `work` alone, imports and set-up excluded, and prints the sample. */
export async function sample(work: () => Promise<number>): Promise<void> {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const count = await work();
  const used = process.cpuUsage(cpu);
  const wallMs = Number(process.hrtime.bigint() - start) / 1e6;
  const peakRssMiB = process.resourceUsage().maxRSS / 1024;
  const result: Sample = { cpuMs: (used.user + used.system) / 1000, wallMs, peakRssMiB, count };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Runs modes in turn, `rounds` times each, so that a slow moment of the machine hits them alike; keeps the medians. */
export async function interleave(
  modes: Readonly<Record<string, readonly string[]>>,
  rounds: number,
  env: Record<string, string> = {},
): Promise<Record<string, Sample>> {
  const samples: Record<string, Sample[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [mode, args] of Object.entries(modes)) {
      const { stdout } = await execa(process.execPath, ["--expose-gc", ...args], { env, stderr: "inherit" });
      const list = samples[mode] ?? [];
      samples[mode] = list;
      list.push(JSON.parse(stdout.split("\n").at(-1) ?? "") as Sample);
    }
  return Object.fromEntries(Object.entries(samples).map(([mode, list]) => [mode, median(list)]));
}

function median(samples: readonly Sample[]): Sample {
  const of = (pick: (s: Sample) => number) => {
    const sorted = samples.map(pick).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    cpuMs: of((s) => s.cpuMs),
    wallMs: of((s) => s.wallMs),
    peakRssMiB: of((s) => s.peakRssMiB),
    count: of((s) => s.count),
  };
}

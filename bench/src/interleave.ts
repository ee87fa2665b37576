// Apart from what runs in the children: whatever they would load with it, they would not be measured loading.
import { execa } from "execa";
import type { Sample } from "./measure.ts";

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
    databaseMs: of((s) => s.databaseMs),
    loopP99Ms: of((s) => s.loopP99Ms),
  };
}

import { execa } from "execa";
import type { FrozenSample } from "../modes/frozen.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** With goal 6: fifty encrypted devices that have stopped reading, and what the writer notices of them. */
export async function frozen({ rounds }: Setting): Promise<Row[]> {
  const samples: { readonly fifty: FrozenSample; readonly none: FrozenSample }[] = [];
  for (let round = 0; round < rounds; round++) samples.push({ fifty: await run(50), none: await run(0) });
  const of = (pick: (sample: (typeof samples)[number]) => number) =>
    samples.map(pick).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const [crowded, quiet] = [of(({ fifty }) => fifty.withP99Ms), of(({ fifty }) => fifty.withoutP99Ms)];
  const slower = of(({ fifty }) => fifty.withP99Ms / fifty.withoutP99Ms);
  const [growth, without] = [of(({ fifty }) => fifty.rssGrowthMiB), of(({ none }) => none.rssGrowthMiB)];
  return [
    {
      ...atMost("6 with 50 frozen devices: the writer's p99 ÷ without", slower, 1.1, []),
      detail: `${crowded.toFixed(2)} ms / ${quiet.toFixed(2)} ms`,
    },
    {
      ...atMost("6 the same: RSS that grows meanwhile, MiB for each of them", (growth - without) / 50, 1, []),
      detail: `${Math.round(growth)} MiB / ${Math.round(without)} MiB without`,
    },
  ];
}

async function run(devices: number): Promise<FrozenSample> {
  const { stdout } = await execa(process.execPath, [mode("frozen"), String(devices)], { stderr: "inherit" });
  return JSON.parse(stdout) as FrozenSample;
}

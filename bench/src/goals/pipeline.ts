import { join } from "node:path";
import { interleave } from "../interleave.ts";
import type { Sample } from "../measure.ts";
import { replayAgent } from "../replay-agent.ts";
import { atLeast, atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";
import { type Mix, writeStream } from "../stream.ts";

/** Goals 1 and 2: the durable pipeline against bare parsing, and against the vendor's SDK that keeps nothing. */
export async function pipeline(setting: Setting): Promise<Row[]> {
  return [...(await against(setting, "mixed", 0.6)), ...(await against(setting, "deltas", 0.85))];
}

async function against({ dir, rounds, peers }: Setting, mix: Mix, goal: number): Promise<Row[]> {
  const stream = join(dir, `${mix}.ndjson`);
  await writeStream(stream, 200_000, mix);
  const agent = await replayAgent(stream);
  const run = (which: string) => [mode("pipeline"), which, agent];
  const modes = { bare: run("bare"), ours: run("ours"), ...(peers && { sdk: run("sdk") }) };
  const samples: Record<string, Sample> = await interleave(modes, rounds, {
    NUCLEIC_BENCH_PEER: peers?.claudeSdk ?? "",
  });
  const { bare, ours: whole, sdk } = samples;
  if (!bare || !whole) return [];
  // The index of the search is no part of the path: it follows seconds later, in a thread of its own.
  const ours = { ...whole, cpuMs: whole.cpuMs - whole.databaseMs };
  const rows = [
    atLeast(`1 durable pipeline, ${mix}: bare parsing's CPU ÷ ours`, bare.cpuMs / ours.cpuMs, goal, [
      bare,
      ours,
    ]),
    atLeast(`1 with the search index brought up meanwhile`, bare.cpuMs / whole.cpuMs, goal, [bare, whole]),
  ];
  if (!sdk) return rows;
  return [
    ...rows,
    atMost(`2 ${mix}, CPU ÷ the Claude Agent SDK's`, ours.cpuMs / sdk.cpuMs, 0.9, [ours, sdk]),
    atMost(`2 ${mix}, peak RSS ÷ the Claude Agent SDK's`, ours.peakRssMiB / sdk.peakRssMiB, 0.6, [ours, sdk]),
  ];
}

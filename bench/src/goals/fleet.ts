import { join } from "node:path";
import { interleave } from "../interleave.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";
import { writeStream } from "../stream.ts";

/** Goal 8, as far as no device is connected: a hundred agents of a hundred lines a second in one process. */
export async function fleet({ dir, rounds }: Setting): Promise<Row[]> {
  const stream = join(dir, "fleet.ndjson");
  await writeStream(stream, 2_000, "mixed");
  const run = (which: string) => [mode("fleet"), which, stream, "100", "100", "10"];
  const { ours: whole, bare } = await interleave(
    { ours: run("ours"), bare: run("bare") },
    Math.min(rounds, 3),
  );
  if (!whole || !bare) return [];
  const ours = { ...whole, cpuMs: whole.cpuMs - whole.databaseMs };
  const lateness = ours.loopP99Ms - bare.loopP99Ms;
  return [
    atMost("8 100 agents × 100 lines/s, CPU ÷ parsing alone", ours.cpuMs / bare.cpuMs, 1.5, [ours, bare]),
    {
      ...atMost("8 the same: event loop's p99 beyond that of parsing, ms", lateness, 1, []),
      detail: `${ours.loopP99Ms.toFixed(1)} ms / ${bare.loopP99Ms.toFixed(1)} ms`,
    },
  ];
}

import { join } from "node:path";
import { interleave } from "../interleave.ts";
import type { Sample } from "../measure.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";
import { writeStream } from "../stream.ts";

const size = ["100", "100", "5"] as const;

/**
 * Goal 8, as far as no device is connected: a hundred agents of a hundred lines a second, in one runtime, and through a host
 * to clients of another process. The hosts once: to start a hundred agents in worktrees of their own lasts longer than what
 * is measured.
 */
export async function fleet({ dir, rounds }: Setting): Promise<Row[]> {
  const stream = join(dir, "fleet.ndjson");
  await writeStream(stream, 2_000, "mixed");
  const run = (name: string, which: string) => [mode(name), which, stream, ...size];
  const { ours: runtime, bare } = await interleave(
    { ours: run("fleet", "ours"), bare: run("fleet", "bare") },
    Math.min(rounds, 3),
  );
  const { one, ten } = await interleave({ one: run("host-fleet", "1"), ten: run("host-fleet", "10") }, 1);
  if (!runtime || !bare || !one || !ten) return [];
  const [ours, toOne, toTen] = [withoutIndex(runtime), withoutIndex(one), withoutIndex(ten)];
  return [
    atMost("8 100 agents × 100 lines/s, CPU ÷ parsing alone", ours.cpuMs / bare.cpuMs, 1.5, [ours, bare]),
    later("8 the same: event loop's p99 beyond that of parsing, ms", ours, bare),
    atMost("8 through a host to a client, CPU ÷ parsing alone", toOne.cpuMs / bare.cpuMs, 1.5, [toOne, bare]),
    atMost("8 to ten clients, CPU ÷ to one", toTen.cpuMs / toOne.cpuMs, 1.2, [toTen, toOne]),
    later("8 to ten clients: event loop's p99 beyond that of parsing, ms", toTen, bare),
  ];
}

/** The index of the search follows seconds later, in a thread of its own. */
function withoutIndex(sample: Sample): Sample {
  return { ...sample, cpuMs: sample.cpuMs - sample.databaseMs };
}

function later(work: string, ours: Sample, bare: Sample): Row {
  const detail = `${ours.loopP99Ms.toFixed(1)} ms / ${bare.loopP99Ms.toFixed(1)} ms`;
  return { ...atMost(work, ours.loopP99Ms - bare.loopP99Ms, 1, []), detail };
}

import { join } from "node:path";
import { interleave } from "../interleave.ts";
import { replayAgent } from "../replay-agent.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";
import { writeStream } from "../stream.ts";

/**
 * Goal 4: what a consumer costs that stalls for three seconds, as peak memory beyond that of one that does not; and that
 * taking the rest costs twice as much for twice as many lines.
 */
export async function stall({ dir, rounds, peers }: Setting): Promise<Row[]> {
  const once = await agentOf(dir, 200_000);
  const twice = await agentOf(dir, 400_000);
  const run = (which: string, agent: string, pace: string) => [mode("stall"), which, agent, pace];
  const modes = {
    stalled: run("ours", once, "stall"),
    flowing: run("ours", once, "flow"),
    twice: run("ours", twice, "stall"),
  };
  const { stalled, flowing, twice: double } = await interleave(modes, Math.min(rounds, 3));
  if (!stalled || !flowing || !double) return [];
  // What the search index takes meanwhile falls into one of the two or not, as it happens.
  const [longer, shorter] = [double, stalled].map((run) => ({ ...run, cpuMs: run.cpuMs - run.databaseMs }));
  if (!longer || !shorter) return [];
  const drain = atMost(
    "4 taking the rest of 400 k lines, CPU ÷ of 200 k",
    longer.cpuMs / shorter.cpuMs,
    2.2,
    [longer, shorter],
  );
  if (!peers) return [drain];
  // Once: it takes the rest from a list, each from its beginning, which lasts longer than all else here.
  const theirs = { sdkStalled: run("sdk", once, "stall"), sdkFlowing: run("sdk", once, "flow") };
  const { sdkStalled, sdkFlowing } = await interleave(theirs, 1, { NUCLEIC_BENCH_PEER: peers.claudeSdk });
  if (!sdkStalled || !sdkFlowing) return [drain];
  const growth = Math.max(0, stalled.peakRssMiB - flowing.peakRssMiB);
  const sdkGrowth = sdkStalled.peakRssMiB - sdkFlowing.peakRssMiB;
  const work = "4 peak RSS that a stall of 3 s adds, ÷ what it adds to the Claude Agent SDK's";
  const detail = `${Math.round(growth)} MiB / ${Math.round(sdkGrowth)} MiB`;
  return [{ ...atMost(work, growth / sdkGrowth, 0.05, []), detail }, drain];
}

async function agentOf(dir: string, lines: number): Promise<string> {
  const stream = join(dir, `stall-${lines}.ndjson`);
  await writeStream(stream, lines, "mixed");
  return replayAgent(stream);
}

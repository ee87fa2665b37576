import { spawnProgram } from "./child.ts";
import type { SeedReport } from "./one-seed.ts";

/** Runs that many seeds in a process of their own; gives each report as it comes. */
export async function* campaign(first: number, count: number): AsyncGenerator<SeedReport, void> {
  const child = spawnProgram("seeds.ts", [String(first), String(count)]);
  let reports = 0;
  for await (const frame of child.lines) {
    if (frame.kind !== "line") throw new Error("a report is too long to be one");
    reports++;
    yield JSON.parse(Buffer.from(frame.bytes).toString()) as SeedReport;
  }
  const { stderrTail } = await child.exited;
  if (reports < count) throw new Error(`only ${reports} of ${count} seeds were run: ${stderrTail}`);
}

/** A fault, and how to see it again. What is killed at a moment may need several tries. */
export function faultText({ seed, ends, faults }: SeedReport): string {
  const again = `node --conditions=@nucleic/source test/crash/seeds.ts ${seed} 1`;
  return [`seed ${seed} (again: ${again})`, ...ends, ...faults].join("\n  ");
}

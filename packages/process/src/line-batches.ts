import type { LineFrame, ProcessHandle } from "./types.ts";

/** A process's lines as many at a time as were read at once; one at a time where the host does not batch them. */
export function lineBatchesOf({
  lines,
  lineBatches,
}: Pick<ProcessHandle, "lines" | "lineBatches">): AsyncIterable<readonly LineFrame[]> {
  return lineBatches ?? batchesOfOne(lines);
}

async function* batchesOfOne(lines: AsyncIterable<LineFrame>): AsyncGenerator<readonly LineFrame[], void> {
  for await (const frame of lines) yield [frame];
}

import type { DiffLine } from "./parse-patch.ts";

/** Lines side by side: what was removed stands beside what came in its place. */
export function pairLines(
  lines: readonly DiffLine[],
): readonly (readonly [old: DiffLine | undefined, fresh: DiffLine | undefined])[] {
  const pairs: [DiffLine | undefined, DiffLine | undefined][] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) pairs.push([removed[at], added[at]]);
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      pairs.push([line, line]);
    }
  }
  flush();
  return pairs;
}

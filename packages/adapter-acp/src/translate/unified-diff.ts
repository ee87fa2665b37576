import { structuredPatch } from "diff";
import type { FileDiff } from "./state.ts";

/** Texts longer than this, taken together, have no diff: it is drawn up while events wait. */
const maxChars = 1_000_000;
/** Two texts with more lines between them than this have nothing to do with each other. */
const maxEditLength = 2_000;

/**
 * The unified diff of two texts. Where they are a passage, line numbers count from the line on which it begins, or from 1
 * where that is not known. Undefined for texts that are the same, or too far apart.
 */
export function unifiedDiff(
  path: string,
  { before, after, line }: FileDiff,
  isPassage: boolean,
): string | undefined {
  if ((before?.length ?? 0) + after.length > maxChars) return undefined;
  // A passage has no end of file to be without a line end.
  const [old = "", now] = isPassage && before !== undefined ? [ended(before), ended(after)] : [before, after];
  const patch = structuredPatch(path, path, old, now, undefined, undefined, { context: 3, maxEditLength });
  if (!patch || patch.hunks.length === 0) return undefined;
  const offset = (line ?? 1) - 1;
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const ranges = `-${range(oldStart + offset, oldLines)} +${range(newStart + offset, newLines)}`;
    return `@@ ${ranges} @@\n${lines.join("\n")}\n`;
  });
  return headed(before === undefined ? undefined : path, path, hunks.join(""));
}

function ended(passage: string): string {
  return passage === "" || passage.endsWith("\n") ? passage : `${passage}\n`;
}

/** A range of no lines stands after the line before it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Hunks under the names of the file before and after; undefined for one that was not there. */
export function headed(from: string | undefined, to: string, hunks: string): string {
  const old = from === undefined ? "/dev/null" : `a/${from}`;
  return `--- ${old}\n+++ b/${to}\n${hunks.endsWith("\n") ? hunks : `${hunks}\n`}`;
}

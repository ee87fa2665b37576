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
export function unifiedDiff(path: string, { before, after, line }: FileDiff): string | undefined {
  if ((before?.length ?? 0) + after.length > maxChars) return undefined;
  const patch = structuredPatch(path, path, before ?? "", after, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
  if (!patch || patch.hunks.length === 0) return undefined;
  const offset = (line ?? 1) - 1;
  const hunks = patch.hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart + offset},${oldLines} +${newStart + offset},${newLines} @@\n${lines.join("\n")}\n`,
  );
  return headed(before === undefined ? undefined : path, path, hunks.join(""));
}

/** Hunks under the names of the file before and after; undefined for one that was not there. */
export function headed(from: string | undefined, to: string, hunks: string): string {
  const old = from === undefined ? "/dev/null" : `a/${from}`;
  return `--- ${old}\n+++ b/${to}\n${hunks.endsWith("\n") ? hunks : `${hunks}\n`}`;
}

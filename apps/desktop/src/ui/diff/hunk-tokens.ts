import type { ElementContent } from "hast";
import type { Highlight } from "../code/highlighter.ts";
import { splitLines } from "../code/split-lines.ts";
import type { DiffHunk, DiffLine } from "./parse-patch.ts";

const maxLines = 2_000;

/** Each line's syntax tree. A hunk is highlighted as what it was and as what it is, so that a text that goes on is seen whole. */
export function hunkTokens(
  { lines }: DiffHunk,
  language: string,
  highlight: Highlight | undefined,
): ReadonlyMap<DiffLine, readonly ElementContent[]> {
  const tokens = new Map<DiffLine, readonly ElementContent[]>();
  if (highlight === undefined || language === "" || lines.length > maxLines) return tokens;
  for (const left of ["added", "removed"] as const) {
    const side = lines.filter(({ kind }) => kind !== left);
    const tree = highlight(side.map(({ text }) => text).join("\n"), language);
    const split = tree && splitLines(tree);
    for (const [at, line] of side.entries()) {
      const found = split?.[at];
      if (found) tokens.set(line, found);
    }
  }
  return tokens;
}

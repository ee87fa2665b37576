import { plural } from "./format.ts";
import { safeText } from "./sanitize.ts";
import type { Frame, Style } from "./style.ts";
import { truncate } from "./wrap.ts";

/** How a line of a unified diff is coloured, by what it does. */
export function diffPaint(line: string, style: Style): (text: string) => string {
  if (/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line)) return style.bold;
  if (line.startsWith("@@")) return style.cyan;
  if (line.startsWith("+")) return style.green;
  return line.startsWith("-") ? style.red : (text) => text;
}

/** The lines of a unified diff, safe, cut to the width. */
export function diffLines(diff: string, frame: Frame): string[] {
  const lines = safeText(diff).replace(/\n$/, "").split("\n");
  return lines.map((line) => diffPaint(line, frame.style)(truncate(line, frame.width)));
}

/** A diff without the header lines that repeat the file's name. */
export function withoutHeader(diff: string): string {
  return diff.replace(/^(?:(?:diff |index |new file|deleted file|--- |\+\+\+ )[^\n]*\n)+/, "");
}

/** Lines added and removed in a unified diff. */
export function diffCounts(diff: string): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of withoutHeader(diff).split("\n")) {
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
  }
  return { added, removed };
}

/** The first `keep` lines, and how many were left out. One line over the limit is shown rather than announced. */
export function fold(lines: readonly string[], keep: number, frame: Frame): string[] {
  if (lines.length <= keep + 1) return [...lines];
  return [...lines.slice(0, keep), frame.style.dim(`… +${plural(lines.length - keep, "line")}`)];
}

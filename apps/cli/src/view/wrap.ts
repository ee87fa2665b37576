import stringWidth from "string-width";

/** One row of a wrapped line; `end` is where the next one starts in the source, spaces at the break left out. */
export interface Row {
  readonly text: string;
  readonly end: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const plain = /^[ -~]*$/;

/** Columns that a text without line ends takes. */
export function columns(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/**
 * Wraps one line at spaces, inside words only where a word is wider than the row. Greedy: every row but the last stays
 * what it is when more text is added at the end, so a growing line can be printed row by row.
 */
export function wrapLine(line: string, width: number): Row[] {
  const limit = Math.max(1, width);
  if (plain.test(line) && line.length <= limit) return [{ text: line, end: line.length }];
  const rows: Row[] = [];
  let start = 0;
  let used = 0;
  let breakAt = -1;
  let usedAtBreak = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    const size = columns(segment);
    // Twice where what stands behind the last space is itself too wide with this.
    while (used + size > limit && index > start) {
      const cut = segment === " " ? index : breakAt > start ? breakAt : index;
      const next = segment === " " ? index + 1 : cut;
      rows.push({ text: line.slice(start, cut).trimEnd(), end: next });
      used = cut === breakAt ? used - usedAtBreak : 0;
      start = next;
      breakAt = -1;
    }
    // The space was where the row broke.
    if (start > index) {
      used = 0;
      continue;
    }
    used += size;
    if (segment === " ") {
      breakAt = index + 1;
      usedAtBreak = used;
    }
  }
  rows.push({ text: line.slice(start), end: line.length });
  return rows;
}

/** Wraps several lines. */
export function wrapText(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width).map((row) => row.text));
}

/** Cuts a text without line ends to `width` columns; what was cut is an ellipsis. */
export function truncate(text: string, width: number): string {
  if (columns(text) <= width) return text;
  if (width <= 1) return width === 1 ? "…" : "";
  let used = 0;
  let out = "";
  for (const { segment } of graphemes.segment(text)) {
    used += columns(segment);
    if (used > width - 1) break;
    out += segment;
  }
  return `${out}…`;
}

/** Fills up with spaces to `width` columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columns(text)));
}

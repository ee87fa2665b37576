import { safeText } from "./sanitize.ts";
import { wrapLine, wrapText } from "./wrap.ts";

/** Text of one message on its way: what is not printed yet. Printed rows are final, so nothing is drawn twice. */
export interface TextBlock {
  /** Made safe; without a line end. */
  readonly pending: string;
  /** A character that may be half of something: a `\r` before its `\n`, a lone high surrogate. */
  readonly held: string;
}

export const emptyBlock: TextBlock = { pending: "", held: "" };

const half = /[\r\ud800-\udbff]$/;

/** Adds a delta; gives the rows that are now complete. */
export function appendText(
  block: TextBlock,
  delta: string,
  width: number,
): { block: TextBlock; rows: string[] } {
  let text = block.held + delta;
  const held = half.test(text) ? text.slice(-1) : "";
  if (held) text = text.slice(0, -1);
  const lines = (block.pending + safeText(text)).split("\n");
  const last = lines.pop() ?? "";
  const rows = lines.flatMap((line) => wrapLine(line, width).map((row) => row.text));
  const open = wrapLine(last, width);
  const settled = open.slice(0, -1);
  rows.push(...settled.map((row) => row.text));
  return { block: { pending: last.slice(settled.at(-1)?.end ?? 0), held }, rows };
}

/** The rows that are left when the message is complete. */
export function finishText(block: TextBlock, width: number): string[] {
  const rest = block.pending + safeText(block.held);
  return rest === "" ? [] : wrapText(rest, width);
}

/** The rows of a message that came whole. Blank lines at its ends are left out. */
export function wholeText(text: string, width: number): string[] {
  const trimmed = safeText(text).replace(/^\n+|\s+$/g, "");
  return trimmed === "" ? [] : wrapText(trimmed, width);
}

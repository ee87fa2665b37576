import type { SearchHitItem } from "@nucleic/protocol/messages";
import { shortId } from "../session/short-id.ts";
import { formatAge } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate, wrapText } from "./wrap.ts";

/** A hit: where and when, then the line, with what was found in bold. */
export function hitLines(hit: SearchHitItem, title: string, now: number, frame: Frame): string[] {
  const { style, width } = frame;
  const when = formatAge(now - hit.at);
  const head = truncate(`${shortId(hit.sessionId)}  ${safeLine(title)}`, Math.max(10, width - 24));
  const lines = [`${style.bold(head)}  ${style.dim(`${hit.kind} ${hit.seq}, ${when}`)}`];
  const { text, marks } = hit;
  let at = 0;
  let shown = "";
  // Each piece is made safe by itself, so that the marks stay where they are.
  for (const [from, to] of marks) {
    if (from < at) continue;
    shown += safeLine(text.slice(at, from)) + style.bold(safeLine(text.slice(from, to)));
    at = to;
  }
  shown += safeLine(text.slice(at));
  return [...lines, ...wrapText(shown, Math.max(1, width - 2)).map((row) => `  ${row}`)];
}

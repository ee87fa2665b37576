const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** What reaches over blank lines: a link or a footnote that is named, and HTML that goes on to its own end. */
const farReaching = /^ {0,3}(\[[^\]]+\]:|<(!|\?|pre|script|style|textarea))/im;
/** Begins a paragraph or a heading whatever stands before it: no list goes on with it, no table, no quote. */
const beginning = /^(\p{L}|\*\*\p{L}|#{1,6} )/u;

/**
 * Markdown cut where each piece means by itself what it means in the whole: joined, they are the text. A text that grows changes
 * its last piece alone.
 */
export function markdownBlocks(text: string): readonly string[] {
  if (farReaching.test(text)) return [text];
  const blocks: string[] = [];
  let begun = 0;
  let at = 0;
  let open: string | undefined;
  let isAfterBlank = false;
  for (const line of text.split("\n")) {
    if (open === undefined && isAfterBlank && beginning.test(line)) {
      blocks.push(text.slice(begun, at));
      begun = at;
    }
    open = fenceAfter(line, open);
    isAfterBlank = line.trim() === "";
    at += line.length + 1;
  }
  blocks.push(text.slice(begun));
  return blocks;
}

/** The fence that is open behind a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, marks, rest = ""] = fence.exec(line) ?? [];
  if (marks === undefined) return open;
  if (open === undefined) return marks.startsWith("`") && rest.includes("`") ? undefined : marks;
  return marks[0] === open[0] && marks.length >= open.length && rest.trim() === "" ? undefined : open;
}

/** A message as it is read: without code, quotes and markup, cut into sentences. */
export interface Prose {
  readonly sentences: readonly string[];
  /** The last few of them: where an agent says what comes next. */
  readonly ending: readonly string[];
  /** It ends in the middle of something: an open code block, a colon, a list's bare mark, a comma. */
  readonly isCutOff: boolean;
}

const maxChars = 20_000;
const endingSentences = 4;

/** Reads Markdown as far as it takes to tell what the agent says from what it shows. */
export function prose(text: string): Prose {
  // The end is what counts, and no message of an agent makes this slow.
  const tail = text.slice(-maxChars).replaceAll("\r\n", "\n").trim();
  const { body, isOpen } = withoutFences(tail);
  const lines = body.split("\n").map(plainLine);
  const sentences = lines.flatMap(sentencesOf).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return {
    sentences,
    ending: sentences.slice(-endingSentences),
    isCutOff: isOpen || isBrokenOff(lines.findLast((line) => line !== "") ?? "", tail),
  };
}

function withoutFences(text: string): { readonly body: string; readonly isOpen: boolean } {
  let fence: string | undefined;
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    else if (fence === undefined) kept.push(line);
  }
  return { body: kept.join("\n"), isOpen: fence !== undefined };
}

/** A quoted line is somebody else's words; so is what stands in backticks. */
function plainLine(line: string): string {
  if (/^\s*>/.test(line)) return "";
  return line
    .replaceAll(/`[^`]*`/g, "X")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ x]\]\s+)?|\d{1,3}[.)]\s+)/i, "")
    .replaceAll(/\*\*|__|[*_~]{1,2}(?=\S)|(?<=\S)[*_~]{1,2}/g, "")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .trim();
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?…])["')\]]*\s+|(?<=[。！？])/u).map((sentence) => sentence.trim());
}

/** Closed by a colon after which nothing came, a comma, or an opening mark. A code block after a colon closes it. */
function isBrokenOff(last: string, text: string): boolean {
  if (/^[-*+]$/.test(text.split("\n").at(-1)?.trim() ?? "")) return true;
  if (/(?:```|~~~)$/.test(text)) return false;
  return /[:：,，、;([{—–-]$/u.test(last);
}

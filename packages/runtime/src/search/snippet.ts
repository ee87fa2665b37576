import type { SearchTerm } from "./search-query.ts";

/** A piece of a text around what was found. */
export interface Snippet {
  /** One line; `…` where it was cut. */
  readonly text: string;
  /** What was found: from and to, in UTF-16 units of `text`. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const snippetChars = 160;
const wordCharacters = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

/** The line around the first place where most is found, compared as the index does: without case and accents. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const words: Word[] = [...text.matchAll(wordCharacters)].map((found) => ({
    folded: fold(found[0]),
    from: found.index,
    to: found.index + found[0].length,
  }));
  const marks = terms.flatMap((term) => placesOf(words, term)).sort((a, b) => a[0] - b[0]);
  const first = bestStart(marks);
  const from = startOf(text, Math.max(0, first - snippetChars / 4));
  const cut = text.slice(from, from + snippetChars).toWellFormed();
  const before = from > 0 ? "…" : "";
  const after = from + snippetChars < text.length ? "…" : "";
  const shift = before.length - from;
  return {
    // Each character for one, so that the marks stay where they are.
    text: before + cut.replace(/[\s\p{Cc}]/gu, " ") + after,
    marks: marks
      .filter(([start, end]) => start >= from && end <= from + cut.length)
      .map(([start, end]) => [start + shift, end + shift]),
  };
}

/** The mark from which on most marks fit into one snippet. */
function bestStart(marks: readonly (readonly [number, number])[]): number {
  let best = marks[0]?.[0] ?? 0;
  let most = 0;
  for (const [start] of marks) {
    const count = marks.filter(([at, end]) => at >= start && end <= start + (snippetChars * 3) / 4).length;
    if (count <= most) continue;
    most = count;
    best = start;
  }
  return best;
}

/** The beginning of the word there, never the middle of a character. */
function startOf(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + snippetChars / 8).search(/\s/);
  const from = space === -1 ? at : at + space + 1;
  const unit = text.charCodeAt(from);
  return unit >= 0xdc00 && unit <= 0xdfff ? from + 1 : from;
}

function placesOf(words: readonly Word[], { words: wanted, isPrefix }: SearchTerm): [number, number][] {
  const folded = wanted.map(fold);
  const last = folded.length - 1;
  const places: [number, number][] = [];
  for (let at = 0; at + last < words.length; at++) {
    const fits = folded.every((word, i) => {
      const there = words[at + i]?.folded;
      return there === word || (i === last && isPrefix && there?.startsWith(word) === true);
    });
    const [from, to] = [words[at]?.from, words[at + last]?.to];
    if (fits && from !== undefined && to !== undefined) places.push([from, to]);
  }
  return places;
}

function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

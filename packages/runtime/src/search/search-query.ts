import { RuntimeError } from "../errors.ts";

/** What a person typed, as the index and the snippets need it. */
export interface ParsedQuery {
  /** An FTS5 expression over the column `body`: every word of it is quoted. */
  readonly match: string;
  /** The same of each word that has to be there, alone; of none where a word may go on. */
  readonly each: readonly string[] | undefined;
  /** What to point out in a text. */
  readonly terms: readonly SearchTerm[];
}

/** A word, or several in a row. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
}

const maxQueryChars = 1_000;
const maxTerms = 32;
const item = /(-?)(?:"([^"]*)"?|([^\s"]+?))(\*?)(?=\s|"|$)/gu;
const wordCharacters = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;

/**
 * Reads words as a person types them: all have to be there; `"in a row"`, `begin*`, `-without`. Nothing else has a meaning,
 * so nothing can be wrong but that there is nothing to look for. @throws RuntimeError `badQuery`
 */
export function parseQuery(text: string): ParsedQuery {
  if (text.length > maxQueryChars) throw badQuery(`more than ${maxQueryChars} characters`);
  const wanted: SearchTerm[] = [];
  const unwanted: SearchTerm[] = [];
  for (const [, minus, phrase, bare, star] of text.matchAll(item)) {
    const words = (phrase ?? bare ?? "").match(wordCharacters) ?? [];
    if (words.length > 0) (minus ? unwanted : wanted).push({ words, isPrefix: star === "*" });
  }
  if (wanted.length === 0) throw badQuery("there is no word to look for");
  if (wanted.length + unwanted.length > maxTerms) throw badQuery(`more than ${maxTerms} words`);
  const all = wanted.map(quote).join(" AND ");
  const none = unwanted.map(quote).join(" OR ");
  return {
    match: `body : (${all})${none && ` NOT body : (${none})`}`,
    each: wanted.some((term) => term.isPrefix)
      ? undefined
      : wanted.flatMap(({ words }) => words.map((word) => `body : "${word}"`)),
    terms: wanted,
  };
}

function quote({ words, isPrefix }: SearchTerm): string {
  return `"${words.join(" ")}"${isPrefix ? " *" : ""}`;
}

function badQuery(why: string): RuntimeError {
  return new RuntimeError("badQuery", `nothing can be searched for: ${why}`, {
    hint: 'Words are all to be there; "in a row", begin*, -without.',
  });
}

import { plainWords, prefixProblem } from "./plain-words.ts";
import type { CommandPattern } from "./rule.ts";

type Words = Pick<CommandPattern, "words" | "rest">;

/** A star is read in the place of a word that nobody writes. */
const stand = "any-word-of-a-pattern";

/**
 * Reads `git status *` as a pattern of words: a `*` at the end stands for any further words, one in the middle for
 * exactly one word, one alone for everything. Gives the reason where it is no pattern.
 */
export function patternWords(text: string): string | Words {
  if (text.trim() === "*") return { words: [], rest: true };
  const rest = text.endsWith(" *");
  const written = rest ? text.slice(0, -2) : text;
  const read = plainWords(written.replace(/(?<=^| )\*(?= |$)/g, stand));
  if (read === undefined) return "only plain words and * can stand in it";
  return { words: read.map((word) => (word === stand ? null : word)), rest };
}

/** The same for a pattern that allows, which has to be one that a person can judge. */
export function commandPattern(text: string): string | Words {
  const read = patternWords(text);
  if (typeof read === "string") return read;
  const isWide = read.rest || read.words.includes(null);
  return (isWide ? prefixProblem(read.words) : undefined) ?? read;
}

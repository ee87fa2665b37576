import { plainWords, prefixProblem } from "./plain-words.ts";
import type { CommandPattern } from "./rule.ts";

/**
 * Reads `git status *` as a pattern of words: a `*` at the end stands for any further words, one in the middle for
 * exactly one word. Gives the reason where it is no pattern that a person can judge.
 */
export function commandPattern(text: string): string | Pick<CommandPattern, "words" | "rest"> {
  const rest = text.endsWith(" *");
  const written = rest ? text.slice(0, -2) : text;
  // A star alone is read in the place of a word that nobody writes.
  const stand = "any-word-of-a-pattern";
  const read = plainWords(written.replace(/(?<= )\*(?= |$)/g, stand));
  if (read === undefined) return "only plain words and * can stand in it";
  const words = read.map((word) => (word === stand ? null : word));
  const isWide = rest || words.includes(null);
  const problem = isWide ? prefixProblem(words) : undefined;
  return problem ?? { words, rest };
}

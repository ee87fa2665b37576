/**
 * Whether a word is an option, or may be: a long one in a shortened form or with its value, a letter in a cluster of
 * letters, a name of one dash as it is. Errs on the side of yes.
 */
export function isOption(word: string, option: string): boolean {
  if (!word.startsWith("-") || word === "-" || word === "--") return false;
  const [name = ""] = word.split("=", 1);
  if (option.startsWith("--")) return word.startsWith("--") && option.startsWith(name);
  if (word === option || name === option) return true;
  if (option.length > 2) return false;
  return !word.startsWith("--") && word.includes(option.charAt(1));
}

import { NucleicError } from "@nucleic/protocol/core";

/**
 * Splits a command line into words as a shell would, and does nothing else that a shell does: no variables, no globs, no
 * pipes. Words end at white space. Single quotes keep everything as it is; double quotes likewise, but for `\"` and `\\`;
 * outside of quotes a backslash takes the next character as it is.
 * @throws NucleicError `unsupported` for a quote that does not end, a backslash with nothing behind it, or no word at all
 */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  for (let index = 0; index < line.length; index++) {
    const char = line.charAt(index);
    const next = line.charAt(index + 1);
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === quote) quote = undefined;
    else if (quote === undefined && (char === "'" || char === '"')) {
      quote = char;
      word ??= "";
    } else if (char === "\\" && (quote === undefined || (quote === '"' && (next === '"' || next === "\\")))) {
      if (next === "") throw refusal(line, "a backslash stands at its end");
      word = (word ?? "") + next;
      index++;
    } else word = (word ?? "") + char;
  }
  if (quote !== undefined) throw refusal(line, `a quote ${quote} does not end`);
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw refusal(line, "it is empty");
  return words;
}

function refusal(line: string, why: string): NucleicError {
  return new NucleicError("unsupported", `no command line: ${JSON.stringify(line)}: ${why}`);
}

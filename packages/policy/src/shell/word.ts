import type { Word, WordPart } from "unbash";
import type { ShellWord } from "./parsed-command.ts";

/** The word of ours for one of the parser's. */
export function shellWord(word: Word): ShellWord {
  return { text: word.text, value: isLiteral(word) ? word.value : undefined };
}

function isLiteral(word: Word): boolean {
  // What other shells than bash, the user's own among them, expand counts as expanded: `=ls` and `~` of zsh.
  if (/^[~=]/.test(word.text) || /[=:]~/.test(word.text)) return false;
  return (word.parts ?? []).every(isLiteralPart);
}

function isLiteralPart(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
      return part.parts.every(isLiteralPart);
    default:
      return false;
  }
}

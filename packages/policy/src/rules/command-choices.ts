import { findProgram } from "../programs/find-program.ts";
import { plainWords } from "./plain-words.ts";

/** Patterns that cover a command and more, the narrowest first: `npm run build *`, `git status *`. */
export function commandChoices(command: string): readonly string[] {
  const words = plainWords(command);
  if (words === undefined) return [];
  const [program = "", second = "", third] = words;
  const runsScripts = /^(?:run|run-script|exec)$/.test(second) && third !== undefined;
  const length = runsScripts ? 3 : findProgram(program)?.subcommands || words.length > 1 ? 2 : 1;
  const begin = words.slice(0, length);
  if (begin.length < length || begin.some((word) => !/^[\w@%+=:,./-]+$/.test(word))) return [];
  return [`${begin.join(" ")} *`];
}

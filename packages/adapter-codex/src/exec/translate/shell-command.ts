/** The words of `/bin/bash -lc '…'`: a shell, its flag, and one more. */
const wrapped = /^(?:\S*\/)?(?:bash|zsh|sh|dash) -l?c (\S[\s\S]*)$/;

/**
 * The command that the model wrote, out of the shell call that Codex wraps it in and prints as one quoted line. What is
 * not exactly a shell with one script is answered as it is.
 */
export function unwrapShell(command: string): string {
  const script = wrapped.exec(command)?.[1];
  return (script === undefined ? undefined : unquoteWord(script)) ?? command;
}

/** The one word that a shell would make of it; undefined where it would make several, or expand anything. */
function unquoteWord(text: string): string | undefined {
  let word = "";
  let rest = text;
  while (rest !== "") {
    const [part] =
      /^(?:'[^']*'|"(?:[^"\\$`]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\$`;&|<>()*?[\]{}~#!]+)/.exec(rest) ?? [];
    if (part === undefined) return undefined;
    word += unquotePart(part);
    rest = rest.slice(part.length);
  }
  return word;
}

function unquotePart(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith("\\")) return part.slice(1);
  if (part.startsWith('"'))
    return part
      .slice(1, -1)
      .replace(/\\([\\"$`])/g, "$1")
      .replace(/\\\n/g, "");
  return part;
}

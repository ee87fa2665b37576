/** How Codex starts every command (0.171.0): a login shell, or a plain one where the user's settings say so. */
const wrapper = /^(?:\/[\w./-]*\/)?(?:bash|zsh|sh) (?:-lc|-c) ([\s\S]+)$/;

/** Outside quotes: what needs none. A character with a meaning of its own there is not understood. */
const plain = /^[\w@%+=:,./-]+/;
const singleQuoted = /^'([^']*)'/;
/** Inside double quotes: anything but what the shell would expand. */
const doubleQuoted = /^"((?:[^"\\$`!]|\\["\\$`])*)"/;
const escaped = /^\\([^\n])/;

/**
 * The command inside `/bin/bash -lc '…'`, as the shell would see it, so that one is judged by what it does and not by its
 * wrapping. Whatever is not exactly one word after the wrapping is left as it is: a rule must never see less than runs.
 */
export function unwrapShell(command: string): string {
  const [, quoted] = wrapper.exec(command) ?? [];
  const word = quoted === undefined ? undefined : wordOf(quoted);
  // A word that looks like an option is one to the shell.
  return word === undefined || /^[-+]/.test(word) ? command : word;
}

/** The value of one shell word that is nothing but literal; undefined for anything else. */
function wordOf(quoted: string): string | undefined {
  let rest = quoted;
  let word = "";
  while (rest !== "") {
    const part = partOf(rest);
    if (!part) return undefined;
    word += part.value;
    rest = rest.slice(part.length);
  }
  return word;
}

function partOf(rest: string): { readonly value: string; readonly length: number } | undefined {
  const single = singleQuoted.exec(rest);
  if (single) return { value: single[1] ?? "", length: single[0].length };
  const double = doubleQuoted.exec(rest);
  if (double) return { value: (double[1] ?? "").replace(/\\(["\\$`])/g, "$1"), length: double[0].length };
  const backslash = escaped.exec(rest);
  if (backslash) return { value: backslash[1] ?? "", length: backslash[0].length };
  const literal = plain.exec(rest);
  return literal ? { value: literal[0], length: literal[0].length } : undefined;
}

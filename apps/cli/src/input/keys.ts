/** One key press. */
export type Key = { readonly kind: "char"; readonly char: string } | { readonly kind: KeyName };

/** `focused` and `unfocused` are no keys: the terminal says that its window came up, or went behind. */
type KeyName =
  | "enter"
  | "escape"
  | "backspace"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "interrupt"
  | "end"
  | "focused"
  | "unfocused"
  | "other";

const sequences: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\n": "enter",
  "\u001b": "escape",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "interrupt",
  "\u0004": "end",
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
  "\u001b[5~": "pageUp",
  "\u001b[6~": "pageDown",
  "\u001b[I": "focused",
  "\u001b[O": "unfocused",
};

const token = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-9;?]*[ -/]*[@-~]|O[A-Z]|.)?|[^${String.fromCharCode(27)}]`,
  "gsu",
);

/** The keys in what a terminal in raw mode sent at once. Sequences that mean nothing here are `other`. */
export function parseKeys(chunk: string): Key[] {
  return (chunk.match(token) ?? []).map((text): Key => {
    const kind = sequences[text];
    if (kind) return { kind };
    if (/^[\p{Cc}]/u.test(text)) return { kind: "other" };
    return { kind: "char", char: text };
  });
}

// Text of an agent is data. Nothing in it may move the cursor, set a title, fill the clipboard, or make a line read
// otherwise than it is: controls and invisible or direction-changing characters are shown by name instead.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const joiners = new Set(["\u200c", "\u200d"]);
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;:]*m`, "g");

/** Several lines, safe to print: `\n` stays, tabs become spaces, every other control is shown. */
export function safeText(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replaceAll("\t", "    ")
    .replace(hidden, (char) => (char === "\n" ? char : shown(char)));
}

/** One line, safe to print: line ends are shown too, so that a second command cannot hide below the first. */
export function safeLine(text: string): string {
  return text.replaceAll("\t", " ").replace(hidden, shown);
}

/** Output of a program: as `safeText`, but its colours are dropped and a lone `\r` ends the line. */
export function safeOutput(text: string): string {
  return safeText(text.replace(colours, "").replace(/\r(?!\n)/g, "\n"));
}

function shown(char: string): string {
  if (joiners.has(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

import { stripVTControlCharacters } from "node:util";
import { decodeUtf8 } from "@nucleic/process";

/** What is kept of one line. */
export const maxLineChars = 4_096;

/**
 * A line of a program's output as a person would have it before them: without colours and other sequences for a
 * terminal, and of a progress bar, which writes over itself with `\r`, only what stood there last. Bytes that are no
 * UTF-8 become U+FFFD. `lengthBytes` is that of the whole line, where only its beginning is given.
 */
export function setupLine(bytes: Uint8Array | string, lengthBytes?: number): string {
  const decoded = typeof bytes === "string" ? bytes : decodeUtf8(bytes);
  const text = lastWritten(stripVTControlCharacters(decoded));
  if (lengthBytes !== undefined) return `${clip(text)} … (a line of ${lengthBytes} bytes)`;
  return text.length > maxLineChars ? `${clip(text)} … (a line of ${text.length} characters)` : text;
}

/** Never half of a surrogate pair. */
function clip(text: string): string {
  const cut = text.slice(0, maxLineChars);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function lastWritten(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((part) => part !== "") ?? "";
}

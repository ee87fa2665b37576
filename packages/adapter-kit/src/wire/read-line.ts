import { decodeUtf8 } from "@nucleic/process";
import { isObject, type Json } from "./read.ts";

/** What cannot be read, and the first 200 bytes of it. */
export interface InvalidLine {
  readonly status: "invalid";
  readonly reason: string;
  readonly head: string;
}

/** A line as far as every agent's protocol agrees on it: one JSON object. */
export type LineObject =
  | { readonly status: "object"; readonly value: Json }
  | { readonly status: "blank" }
  | InvalidLine;

const maxHeadBytes = 200;
const byteOrderMark = "\uFEFF";

/** Reads the bytes of one line, without its line end. Never throws. Bad UTF-8 is replaced, a byte order mark dropped. */
export function readLine(bytes: Uint8Array): LineObject {
  const line = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return line.trim() === "" ? { status: "blank" } : unreadable("not JSON", bytes);
  }
  return isObject(value) ? { status: "object", value } : unreadable("not an object", bytes);
}

/** A line that is refused, for a reason that goes with "a line that is". */
export function unreadable(reason: string, bytes: Uint8Array): InvalidLine {
  return { status: "invalid", reason, head: decode(bytes.subarray(0, maxHeadBytes)) };
}

function decode(bytes: Uint8Array): string {
  const line = decodeUtf8(bytes);
  return line.startsWith(byteOrderMark) ? line.slice(1) : line;
}

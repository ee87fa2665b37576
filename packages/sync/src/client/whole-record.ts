import type { SessionEvent } from "./following.ts";

/** A piece of a text that stands out of line: base64, and how long all of it is. */
export type ReadPiece = (
  ref: string,
  offset: number,
  length: number,
) => Promise<{ readonly data: string; readonly sizeBytes: number }>;

/** A text of a record that stands in a file of its own: where in the record, and what its bytes are to become. */
interface BlobRef {
  readonly at: readonly (string | number)[];
  readonly hash: string;
  readonly encoding: "utf8" | "base64";
}

/** What one request may bring. */
const pieceBytes = 256 * 1024;

/** The record with the texts that it names put back in their places. */
export async function wholeRecord(record: SessionEvent, read: ReadPiece): Promise<SessionEvent> {
  const { blobs, ...rest } = record as SessionEvent & { readonly blobs?: unknown };
  if (!Array.isArray(blobs)) return record;
  let whole: unknown = rest;
  for (const ref of blobs as readonly BlobRef[]) {
    const bytes = await readAll(ref.hash, read);
    const text =
      ref.encoding === "utf8" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : base64(bytes);
    whole = replaceAt(whole, ref.at, { text, hash: ref.hash });
  }
  return whole as SessionEvent;
}

async function readAll(hash: string, read: ReadPiece): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  for (;;) {
    const { data, sizeBytes } = await read(hash, offset, pieceBytes);
    const piece = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    pieces.push(piece);
    offset += piece.length;
    if (offset >= sizeBytes || piece.length === 0) return joined(pieces, offset);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function replaceAt(
  value: unknown,
  [key, ...rest]: BlobRef["at"],
  by: { readonly text: string; readonly hash: string },
): unknown {
  if (key === undefined) return by.text;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? replaceAt(item, rest, by) : item));
  const { blob, ...others } = value as { readonly blob?: unknown };
  // The name of an image's file has done its work.
  const kept = blob === by.hash && rest.length === 0 ? others : value;
  return { ...kept, [key]: replaceAt(value[key as keyof typeof value], rest, by) };
}

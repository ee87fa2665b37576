import { fromBase64Url, textOf, utf8 } from "./bytes.ts";
import { NoiseError } from "./noise-error.ts";

const blockBytes = 64;

/** An object of a handshake or control message, of which nothing is known but that it is one. */
export type Fields = Readonly<{ [name: string]: unknown }>;

/** JSON, filled up with spaces to a multiple of 64 bytes: names and versions do not show in the length. */
export function writeFields(fields: object): Uint8Array {
  const text = utf8(JSON.stringify(fields));
  const padded = new Uint8Array(Math.ceil(text.length / blockBytes) * blockBytes).fill(0x20);
  padded.set(text);
  return padded;
}

/** @throws NoiseError `malformed` for what is not a JSON object */
export function readFields(bytes: Uint8Array): Fields {
  try {
    const value: unknown = JSON.parse(textOf(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  } catch (cause) {
    throw new NoiseError("malformed", "a message of the channel is not JSON", { cause });
  }
  throw new NoiseError("malformed", "a message of the channel is not an object");
}

/** A text of at most that many characters. @throws NoiseError `malformed` */
export function textField(fields: Fields, name: string, maxChars = 256): string {
  const value = fields[name];
  if (typeof value !== "string" || value.length > maxChars) throw wrong(name);
  return value;
}

/** A whole number from 0 on. @throws NoiseError `malformed` */
export function countField(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrong(name);
  return value;
}

/** A list of at most 32 short texts; an empty one where it is not there. @throws NoiseError `malformed` */
export function listField(fields: Fields, name: string): readonly string[] {
  const value: unknown = fields[name] ?? [];
  const isList = Array.isArray(value) && value.length <= 32;
  if (!isList || !value.every((item): item is string => typeof item === "string" && item.length <= 64))
    throw wrong(name);
  return value;
}

/** Exactly that many bytes, in base64url. @throws NoiseError `malformed` */
export function bytesField(fields: Fields, name: string, length: number): Uint8Array {
  const bytes = fromBase64Url(textField(fields, name));
  if (bytes?.length !== length) throw wrong(name);
  return bytes;
}

function wrong(name: string): NoiseError {
  return new NoiseError("malformed", `the field ${name} of a message of the channel is not as it should be`);
}

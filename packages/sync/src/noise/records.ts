import { concat, readU64, u64 } from "./bytes.ts";
import type { CipherState } from "./cipher-state.ts";
import { NoiseError } from "./noise-error.ts";
import { frameOf, frameType, headerBytes } from "./wire.ts";

/** The first byte of what a record holds. */
export const recordKind = { data: 0, ping: 1, pong: 2, rekey: 3, close: 4, control: 5 } as const;
export type RecordKind = (typeof recordKind)[keyof typeof recordKind];

/** Set on each fragment of a message but the last. */
export const moreFollows = 1;
const adBytes = headerBytes + 8;
const tagBytes = 16;
const buckets = [64, 256, 1_024, 4_096];
const step = 4_096;
const maxPaddedBytes = 15 * step;
/** What one record can carry: kind, flags and the first byte of the padding are not of it. */
export const maxBodyBytes = maxPaddedBytes - 3;

export interface Record {
  readonly kind: RecordKind;
  readonly hasMore: boolean;
  readonly body: Uint8Array;
}

/** Seals one. Its number is the nonce it is sealed with. */
export function sealRecord(cipher: CipherState, record: Record): Uint8Array {
  const ad = frameOf(frameType.record, u64(cipher.n));
  return concat(ad, cipher.encrypt(ad, pad(record)));
}

/** What a frame of type `record` turned out to be. */
export type OpenedRecord =
  | { readonly outcome: "record"; readonly record: Record }
  /** It was there before; nothing has been looked at. */
  | { readonly outcome: "again" };

/** Opens the one that is due. @throws NoiseError `outOfOrder`, `notAuthentic` or `malformed`: nothing more may be read */
export function openRecord(cipher: CipherState, frame: Uint8Array): OpenedRecord {
  if (frame.length < adBytes + tagBytes) throw new NoiseError("malformed", "a record is too short");
  const n = readU64(frame, headerBytes);
  if (n === undefined || n > cipher.n) throw new NoiseError("outOfOrder", "a record is missing");
  if (n < cipher.n) return { outcome: "again" };
  const plaintext = cipher.decrypt(frame.subarray(0, adBytes), frame.subarray(adBytes));
  if (plaintext === undefined) throw new NoiseError("notAuthentic", "a record is not authentic");
  return { outcome: "record", record: unpad(plaintext) };
}

/** The size that content of that many bytes gets, with at least one byte of padding. */
function paddedBytes(length: number): number {
  return buckets.find((size) => length < size) ?? Math.ceil((length + 1) / step) * step;
}

function pad({ kind, hasMore, body }: Record): Uint8Array {
  if (body.length > maxBodyBytes) throw new NoiseError("tooLarge", "that does not fit into one record");
  const plaintext = new Uint8Array(paddedBytes(2 + body.length));
  plaintext[0] = kind;
  plaintext[1] = hasMore ? moreFollows : 0;
  plaintext.set(body, 2);
  plaintext[2 + body.length] = 0x80;
  return plaintext;
}

function unpad(plaintext: Uint8Array): Record {
  const end = plaintext.findLastIndex((byte) => byte !== 0);
  const [kindByte, flags = 0] = plaintext;
  const kind = Object.values(recordKind).find((known) => known === kindByte);
  const isPadded = end >= 2 && plaintext[end] === 0x80 && paddedBytes(end) === plaintext.length;
  // What a later version adds is announced in the handshake, so anything else is an error.
  if (!isPadded || kind === undefined || (flags & ~moreFollows) !== 0)
    throw new NoiseError("malformed", "a record is not as it should be");
  return { kind, hasMore: flags === moreFollows, body: plaintext.slice(2, end) };
}

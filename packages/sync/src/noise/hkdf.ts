import { concat } from "./bytes.ts";
import type { Sodium } from "./sodium.ts";

const blockBytes = 128;
const hashBytes = 64;

/** HMAC (RFC 2104) over BLAKE2b-512, as Noise wants it: not BLAKE2b's own keyed mode. Keys of up to 128 bytes. */
export function hmac(sodium: Sodium, key: Uint8Array, message: Uint8Array): Uint8Array {
  const inner = new Uint8Array(blockBytes).fill(0x36);
  const outer = new Uint8Array(blockBytes).fill(0x5c);
  for (const [i, byte] of key.entries()) {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  const digest = sodium.hash(hashBytes, concat(inner, message));
  const mac = sodium.hash(hashBytes, concat(outer, digest));
  for (const secret of [inner, outer, digest]) sodium.wipe(secret);
  return mac;
}

/** Noise's HKDF (revision 34, section 4.3): three outputs of 64 bytes. Who wants two takes the first two. */
export function hkdf(
  sodium: Sodium,
  chainingKey: Uint8Array,
  input: Uint8Array,
): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const temp = hmac(sodium, chainingKey, input);
  const first = hmac(sodium, temp, Uint8Array.of(1));
  const second = hmac(sodium, temp, concat(first, Uint8Array.of(2)));
  const third = hmac(sodium, temp, concat(second, Uint8Array.of(3)));
  sodium.wipe(temp);
  return [first, second, third];
}

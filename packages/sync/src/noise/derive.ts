import { concat, utf8 } from "./bytes.ts";
import type { Sodium } from "./sodium.ts";
import { headerBytes, macBytes, tagBytes } from "./wire.ts";

const pairingContext = "NucPair1";
const idBytes = 20;

/** What comes of the secret in a pairing link. */
export interface PairingSecrets {
  /** Goes into the handshake. */
  readonly psk: Uint8Array;
  /** The key of the MAC that the first message has to carry. */
  readonly gate: Uint8Array;
  /** Names the pairing on the wire. Tells nothing of the root. */
  readonly tag: Uint8Array;
}

export function pairingSecrets(sodium: Sodium, root: Uint8Array): PairingSecrets {
  return {
    psk: sodium.derive(32, 1, pairingContext, root),
    gate: sodium.derive(32, 2, pairingContext, root),
    tag: sodium.derive(32, 3, pairingContext, root).slice(0, tagBytes),
  };
}

/** The last bytes of P1. `frame` is all that is before them. */
export function gateMac(sodium: Sodium, gate: Uint8Array, frame: Uint8Array): Uint8Array {
  return sodium.hash(macBytes, frame, gate);
}

/** The key of the MAC of L1. Who does not know the host's public key cannot make the host say a word. */
export function mac1Key(sodium: Sodium, hostKey: Uint8Array): Uint8Array {
  return sodium.hash(32, concat(utf8("nucleic mac1"), hostKey));
}

/** The last bytes of L1. `frame` is all that is before them. */
export function mac1(sodium: Sodium, key: Uint8Array, frame: Uint8Array): Uint8Array {
  return sodium.hash(macBytes, frame, key);
}

/** A frame without the MAC it ends with, where that is the right one. */
export function withoutMac(
  sodium: Sodium,
  frame: Uint8Array,
  macOf: (frame: Uint8Array) => Uint8Array,
): Uint8Array | undefined {
  if (frame.length < headerBytes + macBytes) return undefined;
  const rest = frame.subarray(0, -macBytes);
  return sodium.isEqual(macOf(rest), frame.slice(-macBytes)) ? rest : undefined;
}

/** Names a host: 20 bytes. */
export function hostIdOf(sodium: Sodium, publicKey: Uint8Array): Uint8Array {
  return sodium.hash(idBytes, concat(utf8("nucleic host id"), publicKey));
}

/** Names a device at one host, by the key it was paired with: 20 bytes. */
export function deviceIdOf(sodium: Sodium, publicKey: Uint8Array): Uint8Array {
  return sodium.hash(idBytes, concat(utf8("nucleic device id"), publicKey));
}

/** Six digits that both sides show. A man in the middle of a pairing gets the same ones once in a million. */
export function sasOf(sodium: Sodium, handshakeHash: Uint8Array): string {
  const digest = sodium.hash(32, concat(utf8("nucleic sas"), handshakeHash));
  const value = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
  return String(value % 1_000_000).padStart(6, "0");
}

/** Names a channel in logs and in records of who allowed what: 16 bytes. Never a key. */
export function bindingOf(sodium: Sodium, handshakeHash: Uint8Array): Uint8Array {
  return sodium.hash(16, concat(utf8("nucleic bind"), handshakeHash));
}

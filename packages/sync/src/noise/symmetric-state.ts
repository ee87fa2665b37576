import { concat, utf8 } from "./bytes.ts";
import { CipherState } from "./cipher-state.ts";
import { hkdf } from "./hkdf.ts";
import { NoiseError } from "./noise-error.ts";
import type { Sodium } from "./sodium.ts";

const hashBytes = 64;

/** The running key and hash of one handshake (Noise revision 34, section 5.2). */
export class SymmetricState {
  readonly #sodium: Sodium;
  #chainingKey: Uint8Array;
  #hash: Uint8Array;
  #cipher: CipherState | undefined;

  /** `protocolName` is at most 64 characters, as the two here are. */
  constructor(sodium: Sodium, protocolName: string) {
    this.#sodium = sodium;
    const hash = new Uint8Array(hashBytes);
    hash.set(utf8(protocolName));
    this.#hash = hash;
    this.#chainingKey = Uint8Array.from(hash);
  }

  get hash(): Uint8Array {
    return this.#hash;
  }

  mixHash(data: Uint8Array): void {
    this.#hash = this.#sodium.hash(hashBytes, concat(this.#hash, data));
  }

  mixKey(input: Uint8Array): void {
    const [chainingKey, key] = hkdf(this.#sodium, this.#chainingKey, input);
    this.#advance(chainingKey, key);
  }

  mixKeyAndHash(input: Uint8Array): void {
    const [chainingKey, hash, key] = hkdf(this.#sodium, this.#chainingKey, input);
    this.mixHash(hash);
    this.#advance(chainingKey, key);
  }

  encryptAndHash(plaintext: Uint8Array): Uint8Array {
    const ciphertext = this.#cipher === undefined ? plaintext : this.#cipher.encrypt(this.#hash, plaintext);
    this.mixHash(ciphertext);
    return ciphertext;
  }

  /** @throws NoiseError `notAuthentic` */
  decryptAndHash(ciphertext: Uint8Array): Uint8Array {
    const plaintext = this.#cipher === undefined ? ciphertext : this.#cipher.decrypt(this.#hash, ciphertext);
    if (plaintext === undefined) throw new NoiseError("notAuthentic", "a handshake message is not authentic");
    this.mixHash(ciphertext);
    return plaintext;
  }

  /** The keys of the two directions: what the initiator sends with, and what the responder does. */
  split(): readonly [CipherState, CipherState] {
    const [first, second] = hkdf(this.#sodium, this.#chainingKey, new Uint8Array(0));
    const ciphers = [first, second].map((key) => new CipherState(this.#sodium, key.subarray(0, 32)));
    for (const secret of [first, second]) this.#sodium.wipe(secret);
    this.wipe();
    const [toResponder, toInitiator] = ciphers;
    if (toResponder === undefined || toInitiator === undefined)
      throw new TypeError("two keys are made above");
    return [toResponder, toInitiator];
  }

  wipe(): void {
    this.#sodium.wipe(this.#chainingKey);
    this.#cipher?.wipe();
  }

  #advance(chainingKey: Uint8Array, key: Uint8Array): void {
    this.wipe();
    this.#chainingKey = chainingKey;
    this.#cipher = new CipherState(this.#sodium, key.subarray(0, 32));
    this.#sodium.wipe(key);
  }
}

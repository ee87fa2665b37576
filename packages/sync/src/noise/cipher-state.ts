import { NoiseError } from "./noise-error.ts";
import type { Sodium } from "./sodium.ts";

/** What Noise keeps 2^64-1 for is kept here too; a number counts exactly to 2^53. */
const maxNonce = Number.MAX_SAFE_INTEGER;
const noAd = new Uint8Array(0);

/** A key, and how often it has been used (Noise revision 34, section 5.1). One direction of a channel. */
export class CipherState {
  readonly #sodium: Sodium;
  readonly #key: Uint8Array;
  #n = 0;
  #isWiped = false;

  /** Takes a copy of the key, of 32 bytes. */
  constructor(sodium: Sodium, key: Uint8Array) {
    this.#sodium = sodium;
    this.#key = Uint8Array.from(key);
  }

  /** The nonce that is next. It goes on across a rekey. */
  get n(): number {
    return this.#n;
  }

  /** @throws NoiseError `exhausted`, or `closed` after a wipe */
  encrypt(ad: Uint8Array, plaintext: Uint8Array): Uint8Array {
    this.#check();
    // Counted before it is used: whatever happens below, no nonce is used a second time.
    return this.#sodium.seal(this.#key, nonceOf(this.#n++), ad, plaintext);
  }

  /** The plaintext, or `undefined`, with the same nonce still to come. @throws NoiseError as `encrypt` */
  decrypt(ad: Uint8Array, ciphertext: Uint8Array): Uint8Array | undefined {
    this.#check();
    const plaintext = this.#sodium.open(this.#key, nonceOf(this.#n), ad, ciphertext);
    if (plaintext !== undefined) this.#n++;
    return plaintext;
  }

  /** Goes on to the next key; the old one cannot be had from it (section 11.3). */
  rekey(): void {
    this.#check();
    const next = this.#sodium.seal(this.#key, rekeyNonce, noAd, new Uint8Array(32));
    this.#key.set(next.subarray(0, 32));
    this.#sodium.wipe(next);
  }

  /** Forgets the key, as far as that can be done here. */
  wipe(): void {
    this.#isWiped = true;
    this.#sodium.wipe(this.#key);
  }

  #check(): void {
    if (this.#isWiped) throw new NoiseError("closed", "the key is gone");
    if (this.#n >= maxNonce) throw new NoiseError("exhausted", "the key has been used too often");
  }
}

/** Four bytes of zero, then the count, the least significant byte first. */
function nonceOf(n: number): Uint8Array {
  const nonce = new Uint8Array(12);
  const view = new DataView(nonce.buffer);
  view.setUint32(4, n % 2 ** 32, true);
  view.setUint32(8, Math.floor(n / 2 ** 32), true);
  return nonce;
}

const rekeyNonce = Uint8Array.of(0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255);

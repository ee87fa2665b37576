import { utf8 } from "../bytes.ts";
import { NoiseError } from "../noise-error.ts";
import type { KeyPair, Sodium } from "../sodium.ts";
import { loadSodium } from "../wasm-sodium.ts";

/** What is used of `sodium-native` 5: it writes into what it is given, and throws where libsodium says no. */
interface NativeLibrary {
  crypto_kx_keypair(publicKey: Uint8Array, secretKey: Uint8Array): void;
  crypto_scalarmult_base(publicKey: Uint8Array, secretKey: Uint8Array): void;
  crypto_scalarmult(out: Uint8Array, secretKey: Uint8Array, publicKey: Uint8Array): void;
  crypto_aead_chacha20poly1305_ietf_encrypt(
    out: Uint8Array,
    plaintext: Uint8Array,
    ad: Uint8Array | null,
    unused: null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): void;
  crypto_aead_chacha20poly1305_ietf_decrypt(
    out: Uint8Array,
    unused: null,
    ciphertext: Uint8Array,
    ad: Uint8Array | null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): void;
  crypto_generichash(out: Uint8Array, message: Uint8Array, key?: Uint8Array): void;
  crypto_kdf_derive_from_key(out: Uint8Array, id: number, context: Uint8Array, root: Uint8Array): void;
  crypto_sign_keypair(publicKey: Uint8Array, secretKey: Uint8Array): void;
  crypto_sign_detached(out: Uint8Array, message: Uint8Array, secretKey: Uint8Array): void;
  crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
  randombytes_buf(out: Uint8Array): void;
  sodium_memcmp(a: Uint8Array, b: Uint8Array): boolean;
  sodium_memzero(secret: Uint8Array): void;
}

const packageName: string = "sodium-native";

/** `sodium-native` where it is installed and loads on this platform, `undefined` elsewhere. */
export async function nativeSodium(): Promise<Sodium | undefined> {
  try {
    const { default: lib } = (await import(packageName)) as { readonly default: NativeLibrary };
    return over(lib);
  } catch {
    // It is optional: WebAssembly gives the same bytes.
    return undefined;
  }
}

/** The faster one of those that are there. */
export async function loadFastestSodium(): Promise<Sodium> {
  return (await nativeSodium()) ?? (await loadSodium());
}

function over(lib: NativeLibrary): Sodium {
  const filled = (length: number, fill: (out: Uint8Array) => void): Uint8Array => {
    const out = new Uint8Array(length);
    fill(out);
    return out;
  };
  const pair = (
    secretBytes: number,
    fill: (publicKey: Uint8Array, secretKey: Uint8Array) => void,
  ): KeyPair => {
    const made = { publicKey: new Uint8Array(32), secretKey: new Uint8Array(secretBytes) };
    fill(made.publicKey, made.secretKey);
    return made;
  };
  return {
    keyPair: () => pair(32, lib.crypto_kx_keypair),
    publicKeyOf: (secretKey) => filled(32, (out) => lib.crypto_scalarmult_base(out, secretKey)),
    sharedSecret: (secretKey, publicKey) => {
      try {
        return filled(32, (out) => lib.crypto_scalarmult(out, secretKey, publicKey));
      } catch (cause) {
        throw new NoiseError("weakKey", "the other side's key is a point of low order", { cause });
      }
    },
    seal: (key, nonce, ad, plaintext) =>
      filled(plaintext.length + 16, (out) =>
        lib.crypto_aead_chacha20poly1305_ietf_encrypt(out, plaintext, orNull(ad), null, nonce, key),
      ),
    open: (key, nonce, ad, ciphertext) => {
      if (ciphertext.length < 16) return undefined;
      try {
        return filled(ciphertext.length - 16, (out) =>
          lib.crypto_aead_chacha20poly1305_ietf_decrypt(out, null, ciphertext, orNull(ad), nonce, key),
        );
      } catch {
        // It tells a wrong tag by throwing; lengths are right by then.
        return undefined;
      }
    },
    hash: (length, message, key) => filled(length, (out) => lib.crypto_generichash(out, message, key)),
    derive: (length, id, context, root) =>
      filled(length, (out) => lib.crypto_kdf_derive_from_key(out, id, utf8(context), root)),
    random: (length) => filled(length, lib.randombytes_buf),
    isEqual: (a, b) => a.length === b.length && lib.sodium_memcmp(a, b),
    wipe: (secret) => lib.sodium_memzero(secret),
    signingPair: () => pair(64, lib.crypto_sign_keypair),
    sign: (message, secretKey) => filled(64, (out) => lib.crypto_sign_detached(out, message, secretKey)),
    isSigned: (signature, message, publicKey) =>
      signature.length === 64 &&
      publicKey.length === 32 &&
      lib.crypto_sign_verify_detached(signature, message, publicKey),
  };
}

function orNull(ad: Uint8Array): Uint8Array | null {
  return ad.length === 0 ? null : ad;
}

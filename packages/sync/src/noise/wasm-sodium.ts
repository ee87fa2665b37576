import { NoiseError } from "./noise-error.ts";
import type { Sodium } from "./sodium.ts";

let loading: Promise<Sodium> | undefined;

/** Loads libsodium as WebAssembly, once, when it is first wanted. Browsers and Node.js. */
export function loadSodium(): Promise<Sodium> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sodium> {
  const { default: lib } = await import("libsodium-wrappers");
  await lib.ready;
  return {
    keyPair: () => {
      const { publicKey, privateKey } = lib.crypto_kx_keypair();
      return { publicKey, secretKey: privateKey };
    },
    publicKeyOf: (secretKey) => lib.crypto_scalarmult_base(secretKey),
    sharedSecret: (secretKey, publicKey) => {
      try {
        return lib.crypto_scalarmult(secretKey, publicKey);
      } catch (cause) {
        throw new NoiseError("weakKey", "the other side's key is a point of low order", { cause });
      }
    },
    seal: (key, nonce, ad, plaintext) =>
      lib.crypto_aead_chacha20poly1305_ietf_encrypt(plaintext, ad, null, nonce, key),
    open: (key, nonce, ad, ciphertext) => {
      if (ciphertext.length < 16) return undefined;
      try {
        return lib.crypto_aead_chacha20poly1305_ietf_decrypt(null, ciphertext, ad, nonce, key);
      } catch {
        // It tells a wrong tag by throwing. Lengths are checked before, so there is nothing else that it could mean.
        return undefined;
      }
    },
    hash: (length, message, key) => lib.crypto_generichash(length, message, key ?? null),
    derive: (length, id, context, root) => lib.crypto_kdf_derive_from_key(length, id, context, root),
    random: (length) => lib.randombytes_buf(length),
    isEqual: (a, b) => a.length === b.length && lib.memcmp(a, b),
    wipe: (secret) => lib.memzero(secret),
    signingPair: () => {
      const { publicKey, privateKey } = lib.crypto_sign_keypair();
      return { publicKey, secretKey: privateKey };
    },
    sign: (message, secretKey) => lib.crypto_sign_detached(message, secretKey),
    isSigned: (signature, message, publicKey) =>
      signature.length === 64 &&
      publicKey.length === 32 &&
      lib.crypto_sign_verify_detached(signature, message, publicKey),
  };
}

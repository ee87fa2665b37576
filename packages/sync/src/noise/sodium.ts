/** A secret and what belongs to it in public, 32 bytes each (the secret of a signing pair: 64). */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/** The primitives that the channel is made of. Two implementations give the same bytes: WebAssembly and native. */
export interface Sodium {
  /** A fresh X25519 pair. */
  keyPair(): KeyPair;
  /** The X25519 public key of a secret one. */
  publicKeyOf(secretKey: Uint8Array): Uint8Array;
  /** X25519. @throws NoiseError `weakKey` for a point of low order */
  sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array;
  /** ChaCha20-Poly1305 (RFC 8439): ciphertext and the tag of 16 bytes. `nonce` is 12 bytes. */
  seal(key: Uint8Array, nonce: Uint8Array, ad: Uint8Array, plaintext: Uint8Array): Uint8Array;
  /** The plaintext, or `undefined` where the tag is not right. */
  open(key: Uint8Array, nonce: Uint8Array, ad: Uint8Array, ciphertext: Uint8Array): Uint8Array | undefined;
  /** BLAKE2b of that many bytes (16 to 64), with a key of 16 to 64 bytes or none. */
  hash(length: number, message: Uint8Array, key?: Uint8Array): Uint8Array;
  /** `crypto_kdf_derive_from_key`: one of the keys below a root of 32 bytes. `context` is 8 characters. */
  derive(length: number, id: number, context: string, root: Uint8Array): Uint8Array;
  random(length: number): Uint8Array;
  /** Whether they are the same, in a time that tells only of their lengths. */
  isEqual(a: Uint8Array, b: Uint8Array): boolean;
  /** Overwrites it with zeros. */
  wipe(secret: Uint8Array): void;
  /** A fresh Ed25519 pair. */
  signingPair(): KeyPair;
  /** An Ed25519 signature of 64 bytes. */
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

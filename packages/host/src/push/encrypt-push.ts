import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a subscription, as a browser gives them: base64url. */
export interface PushKeys {
  /** The browser's point on P-256, uncompressed: 65 bytes. */
  readonly p256dh: string;
  /** 16 bytes. */
  readonly auth: string;
}

/** What is chosen at random for each message. Given by a test that knows the answer. */
export interface PushRandom {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

const recordBytes = 4_096;
/** So long is every plaintext: the length of a message says nothing. Some push services take little more than 3,000 in all. */
const paddedBytes = 2_048;

/**
 * Encrypts a message for a browser (RFC 8291, aes128gcm of RFC 8188, one record), filled up to 2,048 bytes. @throws RangeError
 * where it is longer, or a key is none
 */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  plaintext: Uint8Array,
  { random, fillUpTo = paddedBytes }: { readonly random?: PushRandom; readonly fillUpTo?: number } = {},
): Buffer {
  if (plaintext.length > fillUpTo) throw new RangeError("a push message is of at most 2,048 bytes");
  const [theirs, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  if (theirs.length !== 65 || theirs[0] !== 4 || secret.length !== 16)
    throw new RangeError("these are no keys of a push subscription");
  const exchange = createECDH("prime256v1");
  if (random) exchange.setPrivateKey(random.privateKey);
  else exchange.generateKeys();
  const ours = exchange.getPublicKey();
  const salt = random?.salt ?? randomBytes(16);
  const { key, nonce } = pushKeys({ shared: exchange.computeSecret(theirs), secret, theirs, ours, salt });
  const header = Buffer.alloc(21);
  header.set(salt);
  header.writeUInt32BE(recordBytes, 16);
  header[20] = ours.length;
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 ends the last record; what follows it is filling.
  const padded = Buffer.concat([plaintext, Buffer.of(2), Buffer.alloc(fillUpTo - plaintext.length)]);
  return Buffer.concat([header, ours, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** What both sides derive. `theirs` is the browser's public key, `ours` the sender's. */
export function pushKeys(agreed: {
  readonly shared: Uint8Array;
  readonly secret: Uint8Array;
  readonly theirs: Uint8Array;
  readonly ours: Uint8Array;
  readonly salt: Uint8Array;
}): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
  const { shared, secret, theirs, ours, salt } = agreed;
  const derive = (from: Uint8Array, by: Uint8Array, info: Uint8Array | string, length: number) =>
    new Uint8Array(hkdfSync("sha256", from, by, info, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const root = derive(shared, secret, about, 32);
  return {
    key: derive(root, salt, "Content-Encoding: aes128gcm\0", 16),
    nonce: derive(root, salt, "Content-Encoding: nonce\0", 12),
  };
}

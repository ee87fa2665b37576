import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { Handshake } from "../../src/noise/handshake.ts";
import { type PatternName, protocolName } from "../../src/noise/patterns.ts";
import type { KeyPair } from "../../src/noise/sodium.ts";
import { hex, sodiums } from "./helpers.ts";

/** What is used of noise-handshake 4: an implementation of Noise by others, with BLAKE2b and pre-shared keys. */
interface OtherNoise {
  handshake: (symbol | symbol[])[];
  protocol: Buffer;
  isPskHandshake: boolean;
  initialise(prologue: Buffer, remoteStatic?: Buffer): void;
  send(payload: Buffer): Buffer;
  recv(message: Buffer): Buffer;
  readonly tx: Buffer;
  readonly rx: Buffer;
  readonly hash: Buffer;
}
type OtherNoiseClass = new (
  pattern: string,
  isInitiator: boolean,
  staticKey: { publicKey: Buffer; secretKey: Buffer },
  options: { psk: Buffer },
) => OtherNoise;
interface OtherCipher {
  encrypt(plaintext: Buffer): Buffer;
  decrypt(ciphertext: Buffer): Buffer;
}

const require = createRequire(import.meta.url);
const Other = require("noise-handshake") as OtherNoiseClass;
const OtherCipherState = require("noise-handshake/cipher") as new (key: Buffer) => OtherCipher;

const prologue = Buffer.from("nucleic-sync");
const psk = Buffer.alloc(32, 7);
const buffers = ({ publicKey, secretKey }: KeyPair) => ({
  publicKey: Buffer.from(publicKey),
  secretKey: Buffer.from(secretKey),
});

/** It knows XK and IK by name, and the token `psk`: put where XKpsk3 and IKpsk2 have it. */
function other(
  pattern: PatternName,
  isInitiator: boolean,
  staticKey: KeyPair,
  remoteStatic?: Uint8Array,
): OtherNoise {
  const noise = new Other(pattern.slice(0, 2), isInitiator, buffers(staticKey), { psk });
  const [[pskToken] = []] = new Other("NNpsk0", true, buffers(staticKey), { psk }).handshake as symbol[][];
  if (pskToken === undefined) throw new Error("NNpsk0 begins with the token psk");
  const messages = noise.handshake.map((message) => (Array.isArray(message) ? [...message] : message));
  (messages.at(-1) as symbol[]).push(pskToken);
  noise.handshake = messages;
  noise.protocol = Buffer.from(protocolName(pattern));
  noise.isPskHandshake = true;
  noise.initialise(prologue, remoteStatic && Buffer.from(remoteStatic));
  return noise;
}

const cases = sodiums.flatMap(([name, sodium]) =>
  (["XKpsk3", "IKpsk2"] as const).flatMap((pattern) =>
    (["initiator", "responder"] as const).map((role) => [name, pattern, role, sodium] as const),
  ),
);

test.each(cases)("%s speaks %s with another implementation, as %s", (_name, pattern, role, sodium) => {
  const [initiatorKey, responderKey] = [sodium.keyPair(), sodium.keyPair()];
  const isInitiator = role === "initiator";
  const ours = new Handshake({
    sodium,
    pattern,
    role,
    prologue,
    psk,
    staticKey: isInitiator ? initiatorKey : responderKey,
    ...(isInitiator ? { remoteStatic: responderKey.publicKey } : {}),
  });
  const theirs = isInitiator
    ? other(pattern, false, responderKey)
    : other(pattern, true, initiatorKey, responderKey.publicKey);
  const count = pattern === "XKpsk3" ? 3 : 2;
  for (let i = 0; i < count; i++) {
    const payload = Buffer.from(`payload ${i}`);
    const isOurs = (i % 2 === 0) === isInitiator;
    const read = isOurs
      ? theirs.recv(Buffer.from(ours.write(payload)))
      : Buffer.from(ours.read(theirs.send(payload)));
    expect(read.toString()).toBe(`payload ${i}`);
  }
  const { hash, receiving, sending } = ours.finish();
  expect(hex(hash)).toBe(theirs.hash.toString("hex"));
  const [rx, tx] = [new OtherCipherState(theirs.rx), new OtherCipherState(theirs.tx)];
  const noAd = new Uint8Array(0);
  for (const text of ["one", "two", "three"]) {
    expect(rx.decrypt(Buffer.from(sending.encrypt(noAd, Buffer.from(text)))).toString()).toBe(text);
    const got = receiving.decrypt(noAd, tx.encrypt(Buffer.from(text)));
    expect(got && Buffer.from(got).toString()).toBe(text);
  }
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Handshake } from "../../src/noise/handshake.ts";
import type { PatternName } from "../../src/noise/patterns.ts";
import { hex, sodiums, unhex } from "./helpers.ts";

interface Vector {
  readonly init_prologue: string;
  readonly init_psks: readonly string[];
  readonly init_static: string;
  readonly init_ephemeral: string;
  readonly init_remote_static: string;
  readonly resp_static: string;
  readonly resp_ephemeral: string;
  readonly handshake_hash: string;
  readonly messages: readonly { readonly payload: string; readonly ciphertext: string }[];
}

const vectorOf = (pattern: PatternName) => {
  const file = join(
    import.meta.dirname,
    `../../vectors/noise/Noise_${pattern}_25519_ChaChaPoly_BLAKE2b.json`,
  );
  return JSON.parse(readFileSync(file, "utf8")) as Vector;
};

const cases = sodiums.flatMap(([name, sodium]) =>
  (["XKpsk3", "IKpsk2"] as const).map((pattern) => [name, pattern, sodium] as const),
);

test.each(cases)("%s gives the public known answers of %s", (_name, pattern, sodium) => {
  const vector = vectorOf(pattern);
  const pairOf = (secret: string) => {
    const secretKey = unhex(secret);
    return { secretKey, publicKey: sodium.publicKeyOf(secretKey) };
  };
  const both = {
    sodium,
    pattern,
    prologue: unhex(vector.init_prologue),
    psk: unhex(vector.init_psks[0] ?? ""),
  };
  const initiator = new Handshake({
    ...both,
    role: "initiator",
    staticKey: pairOf(vector.init_static),
    ephemeralKey: pairOf(vector.init_ephemeral),
    remoteStatic: unhex(vector.init_remote_static),
  });
  const responder = new Handshake({
    ...both,
    role: "responder",
    staticKey: pairOf(vector.resp_static),
    ephemeralKey: pairOf(vector.resp_ephemeral),
  });
  const handshakeMessages = pattern === "XKpsk3" ? 3 : 2;
  for (const [i, { payload, ciphertext }] of vector.messages.slice(0, handshakeMessages).entries()) {
    const [writer, reader] = i % 2 === 0 ? [initiator, responder] : [responder, initiator];
    expect(hex(writer.write(unhex(payload)))).toBe(ciphertext);
    expect(hex(reader.read(unhex(ciphertext)))).toBe(payload);
  }
  const [ours, theirs] = [initiator.finish(), responder.finish()];
  expect(hex(ours.hash)).toBe(vector.handshake_hash);
  expect(hex(theirs.hash)).toBe(vector.handshake_hash);
  const noAd = new Uint8Array(0);
  for (const [i, { payload, ciphertext }] of vector.messages.entries()) {
    if (i < handshakeMessages) continue;
    const [writer, reader] = i % 2 === 0 ? [ours, theirs] : [theirs, ours];
    expect(hex(writer.sending.encrypt(noAd, unhex(payload)))).toBe(ciphertext);
    expect(hex(reader.receiving.decrypt(noAd, unhex(ciphertext)) ?? new Uint8Array(0))).toBe(payload);
  }
});

import { createCipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { concat, utf8 } from "../../src/noise/bytes.ts";
import { CipherState } from "../../src/noise/cipher-state.ts";
import {
  bindingOf,
  deviceIdOf,
  gateMac,
  hostIdOf,
  mac1,
  mac1Key,
  pairingSecrets,
  sasOf,
} from "../../src/noise/derive.ts";
import { idText, spokenId } from "../../src/noise/id-text.ts";
import { writePairingLink } from "../../src/noise/pairing-link.ts";
import { recordKind, sealRecord } from "../../src/noise/records.ts";
import type { Sodium } from "../../src/noise/sodium.ts";
import { prologueOf } from "../../src/noise/wire.ts";
import { blake2b } from "./blake2b.ts";
import { hex, sodiums, unhex } from "./helpers.ts";

const file = join(import.meta.dirname, "../../vectors/channel.json");
type Answers = Readonly<Record<string, string>>;

const counting = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => (from + i) % 256);
const root = counting(32, 0x00);
const hostKey = counting(32, 0x20);
const deviceKey = counting(32, 0x40);
const hash = counting(64, 0x60);
const key = counting(32, 0xa0);
const frame = Uint8Array.of(0x11, 1, 1, 2, 3);

/** All that the channel adds to Noise, on inputs of bytes that count up. */
function answersOf(sodium: Sodium): Answers {
  const secrets = pairingSecrets(sodium, root);
  const cipher = new CipherState(sodium, key);
  const record = sealRecord(cipher, { kind: recordKind.data, hasMore: false, body: utf8('{"t":"hello"}') });
  const fragment = sealRecord(cipher, { kind: recordKind.data, hasMore: true, body: new Uint8Array(62) });
  const rekey = sealRecord(cipher, { kind: recordKind.rekey, hasMore: false, body: new Uint8Array(0) });
  cipher.rekey();
  const after = sealRecord(cipher, { kind: recordKind.ping, hasMore: false, body: new Uint8Array(0) });
  return {
    pairingPsk: hex(secrets.psk),
    pairingGate: hex(secrets.gate),
    pairingTag: hex(secrets.tag),
    pairPrologueDirect: hex(prologueOf("pair", "direct", secrets.tag)),
    linkPrologueRelay: hex(prologueOf("link", "relay", hostIdOf(sodium, hostKey))),
    gateMac: hex(gateMac(sodium, secrets.gate, frame)),
    mac1Key: hex(mac1Key(sodium, hostKey)),
    mac1: hex(mac1(sodium, mac1Key(sodium, hostKey), frame)),
    hostId: hex(hostIdOf(sodium, hostKey)),
    hostIdSpoken: spokenId(sodium, hostIdOf(sodium, hostKey)),
    deviceId: idText(deviceIdOf(sodium, deviceKey)),
    sas: sasOf(sodium, hash),
    binding: hex(bindingOf(sodium, hash)),
    pairingLink: writePairingLink({
      hostKey,
      root,
      expiresAt: 2_000_000_000,
      endpoints: [{ kind: "direct", address: "wss://10.0.0.7:4321" }],
    }),
    record: hex(record),
    fragment: hex(fragment),
    rekey: hex(rekey),
    afterRekey: hex(after),
  };
}

const frozen = (): Answers => JSON.parse(readFileSync(file, "utf8")) as Answers;

test.each(sodiums)("%s gives the frozen answers", (_name, sodium) => {
  const answers = answersOf(sodium);
  expect(answers).toEqual(frozen());
});

test("the second implementation of BLAKE2b is one", () => {
  for (const length of [0, 1, 127, 128, 129, 1_000]) {
    const message = counting(length, 7);
    expect(hex(blake2b(64, message))).toBe(createHash("blake2b512").update(message).digest("hex"));
  }
});

test("keys, MACs, ids and digits are what a second implementation makes of them", () => {
  const answers = frozen();
  const subkey = (id: number) => {
    const salt = new Uint8Array(16);
    salt[0] = id;
    const personal = new Uint8Array(16);
    personal.set(utf8("NucPair1"));
    return blake2b(32, new Uint8Array(0), { key: root, salt, personal });
  };
  const gate = subkey(2);
  const named = (length: number, name: string, data: Uint8Array) => blake2b(length, concat(utf8(name), data));
  const macKey = named(32, "nucleic mac1", hostKey);
  const sas = Buffer.from(named(32, "nucleic sas", hash)).readUInt32BE(0) % 1_000_000;
  expect(answers).toMatchObject({
    pairingPsk: hex(subkey(1)),
    pairingGate: hex(gate),
    pairingTag: hex(subkey(3)).slice(0, 32),
    gateMac: hex(blake2b(16, frame, { key: gate })),
    mac1Key: hex(macKey),
    mac1: hex(blake2b(16, frame, { key: macKey })),
    hostId: hex(named(20, "nucleic host id", hostKey)),
    sas: String(sas).padStart(6, "0"),
    binding: hex(named(16, "nucleic bind", hash)),
  });
});

test("records and the next key are what Node.js makes of them", () => {
  const answers = frozen();
  const seal = (cipherKey: Uint8Array, nonce: Buffer, ad: Uint8Array, plaintext: Uint8Array) => {
    const cipher = createCipheriv("chacha20-poly1305", cipherKey, nonce, { authTagLength: 16 });
    cipher.setAAD(ad, { plaintextLength: plaintext.length });
    return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  };
  const recordOf = (cipherKey: Uint8Array, n: number, size: number, start: Uint8Array) => {
    const ad = Buffer.alloc(10);
    ad.set([0x20, 1]);
    ad.writeUInt32BE(n, 6);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32LE(n, 4);
    const plaintext = Buffer.alloc(size);
    plaintext.set(start);
    return hex(Buffer.concat([ad, seal(cipherKey, nonce, ad, plaintext)]));
  };
  const hello = concat(Uint8Array.of(0, 0), utf8('{"t":"hello"}'), Uint8Array.of(0x80));
  const fragment = concat(Uint8Array.of(0, 1), new Uint8Array(62), Uint8Array.of(0x80));
  const maxNonce = unhex(`00000000${"ff".repeat(8)}`);
  const next = seal(key, Buffer.from(maxNonce), new Uint8Array(0), new Uint8Array(32)).subarray(0, 32);
  expect(answers).toMatchObject({
    record: recordOf(key, 0, 64, hello),
    fragment: recordOf(key, 1, 256, fragment),
    rekey: recordOf(key, 2, 64, Uint8Array.of(3, 0, 0x80)),
    afterRekey: recordOf(next, 3, 64, Uint8Array.of(1, 0, 0x80)),
  });
});

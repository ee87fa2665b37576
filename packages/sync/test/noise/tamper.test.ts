import { expect, test } from "vitest";
import { CipherState } from "../../src/noise/cipher-state.ts";
import { Handshake } from "../../src/noise/handshake.ts";
import { NoiseError } from "../../src/noise/noise-error.ts";
import type { PatternName } from "../../src/noise/patterns.ts";
import { openRecord, recordKind, sealRecord } from "../../src/noise/records.ts";
import { hex, sodiums } from "./helpers.ts";
import { World } from "./world.ts";

const [, [, sodium] = []] = sodiums;
if (sodium === undefined) throw new Error("two implementations are there");

/** Every byte with its lowest and with its highest bit turned, and every shorter length. */
function* mutations(bytes: Uint8Array): Generator<readonly [string, Uint8Array]> {
  for (const at of bytes.keys())
    for (const bit of [0x01, 0x80]) {
      const turned = Uint8Array.from(bytes);
      turned[at] = (bytes[at] ?? 0) ^ bit;
      yield [`byte ${at} ^ ${bit}`, turned];
    }
  for (const length of bytes.keys()) yield [`${length} bytes`, bytes.slice(0, length)];
}

/** The code of the error that it throws, `undefined` for none. @throws whatever is no NoiseError */
function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof NoiseError) return error.code;
    throw error;
  }
}

const handshakes = [
  ["XKpsk3", 0],
  ["XKpsk3", 1],
  ["XKpsk3", 2],
  ["IKpsk2", 0],
  ["IKpsk2", 1],
] as const;

test.each(handshakes)("%s: message %i is read as it was written or not at all", (pattern, index) => {
  const keys = { i: sodium.keyPair(), r: sodium.keyPair(), ie: sodium.keyPair(), re: sodium.keyPair() };
  const payload = Buffer.from("{}");
  const start = (name: PatternName) => {
    const both = { sodium, pattern: name, prologue: Uint8Array.of(1), psk: new Uint8Array(32).fill(9) };
    const copy = ({ publicKey, secretKey }: typeof keys.i) => ({
      publicKey,
      secretKey: Uint8Array.from(secretKey),
    });
    const initiator = new Handshake({
      ...both,
      role: "initiator",
      staticKey: keys.i,
      ephemeralKey: copy(keys.ie),
      remoteStatic: keys.r.publicKey,
    });
    const responder = new Handshake({
      ...both,
      role: "responder",
      staticKey: keys.r,
      ephemeralKey: copy(keys.re),
    });
    return [initiator, responder] as const;
  };
  const [writers, messages] = [start(pattern), [] as Uint8Array[]];
  for (let i = 0; i <= index; i++) {
    const message = writers[i % 2 === 0 ? 0 : 1].write(payload);
    messages.push(message);
    if (i < index) writers[i % 2 === 0 ? 1 : 0].read(message);
  }
  const message = messages[index] ?? payload;
  /** Who reads this one, with all messages before it behind it. */
  const readerOf = () => {
    const isResponder = index % 2 === 0;
    const reader = start(pattern)[isResponder ? 1 : 0];
    for (let i = 0; i < index; i++)
      if ((i % 2 === 0) === isResponder) reader.read(messages[i] ?? payload);
      else reader.write(payload);
    return reader;
  };
  const reader = readerOf();
  expect(hex(reader.read(message))).toBe(hex(payload));
  const taken: string[] = [];
  for (const [what, mutated] of mutations(message)) {
    const fresh = readerOf();
    // There is no second try.
    const codes = [codeOf(() => fresh.read(mutated)), codeOf(() => fresh.read(message))];
    if (codes[0] === undefined || codes[1] !== "closed") taken.push(what);
  }
  expect(taken).toEqual([]);
});

test("a record is read as it was written or not at all", () => {
  const key = sodium.random(32);
  const record = { kind: recordKind.data, hasMore: false, body: Buffer.from("allow") };
  const frame = sealRecord(new CipherState(sodium, key), record);
  expect(openRecord(new CipherState(sodium, key), frame)).toMatchObject({ outcome: "record" });
  const taken: string[] = [];
  for (const [what, mutated] of mutations(frame)) {
    const cipher = new CipherState(sodium, key);
    if (codeOf(() => openRecord(cipher, mutated)) === undefined || cipher.n !== 0) taken.push(what);
  }
  expect(taken).toEqual([]);
});

test("a host says nothing to a first message with any bit of it turned, or cut short", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  const firstOfPairing = world.link();
  const pairing = await world.pair({}, offer.text, firstOfPairing);
  const firstOfLink = world.link();
  await world.connect(pairing, () => firstOfLink);
  // The pairing that was recorded is over; one that is open stands beside it.
  const open = world.responder.openPairing([]);
  const heldUp = world.link({ up: () => [] });
  void world.pair({}, open.text, heldUp).catch(() => undefined);
  const answered: string[] = [];
  for (const frame of [heldUp.up[0], firstOfLink.up[0]]) {
    for (const [what, mutated] of mutations(frame ?? new Uint8Array(0))) {
      const link = world.link();
      const done = new Promise<void>((resolve) => {
        link.device.onClose = resolve;
      });
      link.device.send(mutated);
      await done;
      if (link.down.length > 0) answered.push(what);
    }
  }
  expect(answered).toEqual([]);
  heldUp.device.close();
  open.close();
});

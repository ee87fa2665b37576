import fc from "fast-check";
import { expect, test } from "vitest";
import { CipherState } from "../../src/noise/cipher-state.ts";
import { maxUselessFrames, RecordReceiver } from "../../src/noise/record-receiver.ts";
import { RecordSender } from "../../src/noise/record-sender.ts";
import { maxBodyBytes, openRecord, recordKind, sealRecord } from "../../src/noise/records.ts";
import { bareChannels, recordsOf } from "./channels.ts";
import { sodium, sodiums } from "./helpers.ts";
import { nextOf } from "./world.ts";

const [, [, native = sodium] = []] = sodiums;
const bodies = [0, 1, 60, 61, 62, 252, 253, 254, 1_021, 1_022, 4_093, 4_094, 10_000, maxBodyBytes];
const sizeOf = (body: number) => {
  const frame = sealRecord(new CipherState(sodium, new Uint8Array(32)), {
    kind: recordKind.data,
    hasMore: false,
    body: new Uint8Array(body),
  });
  return frame.length - 26;
};

test("lengths show in steps alone", () => {
  expect(bodies.map((body) => [body, sizeOf(body)])).toEqual([
    [0, 64],
    [1, 64],
    [60, 64],
    [61, 64],
    [62, 256],
    [252, 256],
    [253, 256],
    [254, 1_024],
    [1_021, 1_024],
    [1_022, 4_096],
    [4_093, 4_096],
    [4_094, 8_192],
    [10_000, 12_288],
    [maxBodyBytes, 61_440],
  ]);
});

test("whatever a record holds comes out of it", () => {
  const key = sodium.random(32);
  const [sealing, opening] = [new CipherState(sodium, key), new CipherState(sodium, key)];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.boolean(), (body, hasMore) => {
      const frame = sealRecord(sealing, { kind: recordKind.data, hasMore, body });
      const record = { kind: recordKind.data, hasMore, body };
      expect(openRecord(opening, frame)).toEqual({ outcome: "record", record });
    }),
    { numRuns: 200 },
  );
});

const malformed: readonly (readonly [string, Uint8Array])[] = [
  ["an unknown kind", Uint8Array.of(9, 0, 0x80)],
  ["an unknown flag", Uint8Array.of(0, 2, 0x80)],
  ["no padding", Uint8Array.of(0, 0, 1)],
  ["nothing", new Uint8Array(0)],
];

test.each(malformed)("a record with %s is an error", (_what, start) => {
  const [sealing, opening] = [
    new CipherState(sodium, new Uint8Array(32)),
    new CipherState(sodium, new Uint8Array(32)),
  ];
  const ad = Uint8Array.of(0x20, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  const plaintext = new Uint8Array(64);
  plaintext.set(start);
  const frame = Buffer.concat([ad, sealing.encrypt(ad, plaintext)]);
  expect(() => openRecord(opening, frame)).toThrow(expect.objectContaining({ code: "malformed" }));
});

/** A channel on which one record has gone each way, so that both ends know that the other has the keys. */
function settled() {
  const both = bareChannels({ sodium: native });
  both.device.ping();
  for (const frame of both.up) both.host.take(frame);
  for (const frame of both.down) both.device.take(frame);
  both.up.length = 0;
  both.down.length = 0;
  return both;
}

test("a record that comes twice is taken once", async () => {
  const { device, host, up } = settled();
  device.send("one");
  device.send("two");
  for (const frame of [...up, ...up]) host.take(frame);
  expect(host.messages.size).toBe(2);
  expect([await nextOf(host), await nextOf(host)]).toEqual(["one", "two"]);
  const [frame = new Uint8Array(0)] = up;
  for (let i = 0; i < maxUselessFrames; i++) host.take(frame);
  expect(await host.ended).toEqual({ isClean: false, code: "outOfOrder" });
});

const attacks: readonly (readonly [string, string, (both: ReturnType<typeof settled>) => void])[] = [
  ["a record that is missing", "outOfOrder", ({ host, up }) => void host.take(up[1] ?? new Uint8Array(0))],
  [
    "records in another order",
    "outOfOrder",
    ({ host, up }) => up.reverse().forEach((f) => void host.take(f)),
  ],
  [
    "its own record, sent back",
    "notAuthentic",
    ({ device, up }) => void device.take(up[0] ?? up[1] ?? new Uint8Array(0)),
  ],
  [
    "a record of another channel between the same two",
    "notAuthentic",
    ({ host }) => {
      const other = settled();
      other.device.send("foreign");
      host.take(other.up[0] ?? new Uint8Array(0));
    },
  ],
  [
    "a record with a number beyond counting",
    "outOfOrder",
    ({ host }) => host.take(new Uint8Array(90).fill(255)),
  ],
];

test.each(attacks)("%s ends the channel", async (_what, code, attack) => {
  const both = settled();
  both.device.send("one");
  both.device.send("two");
  attack(both);
  const [hit] = [both.host, both.device].filter((end) => end.isOver);
  expect(await hit?.ended).toEqual({ isClean: false, code });
  expect(hit?.messages.size).toBe(0);
});

/** A sender and a receiver of few records a key. */
function rekeying(records: number, bytes: number) {
  const key = sodium.random(32);
  const clock = { nowMs: 0 };
  const frames: Uint8Array[] = [];
  const sender = new RecordSender(
    new CipherState(sodium, key),
    (frame) => frames.push(frame),
    () => clock.nowMs,
    { records, bytes, ms: 600_000 },
  );
  return { clock, frames, sender, receiver: new RecordReceiver(new CipherState(sodium, key), records) };
}

test("a key is exchanged after so many records, bytes or milliseconds, and no message is lost by it", () => {
  const { clock, frames, receiver, sender } = rekeying(8, 2 ** 20);
  for (let i = 0; i < 20; i++) sender.send(recordKind.data, Uint8Array.of(i));
  expect(frames).toHaveLength(22);
  clock.nowMs = 600_000;
  sender.send(recordKind.data, Uint8Array.of(20));
  expect(frames).toHaveLength(24);
  sender.send(recordKind.data, new Uint8Array(2 ** 20));
  sender.send(recordKind.data, Uint8Array.of(22));
  const taken = frames.map((frame) => receiver.take(frame)).filter((record) => record !== undefined);
  expect(taken.filter(({ body }) => body.length === 1).map(({ body }) => body[0])).toEqual([
    ...Array(21).keys(),
    22,
  ]);
});

test("one who never exchanges its key is not listened to any longer", () => {
  const { frames, receiver, sender } = rekeying(1_000, 2 ** 40);
  for (let i = 0; i < 10; i++) sender.send(recordKind.ping);
  const strict = rekeying(8, 2 ** 40);
  expect(frames.map((frame) => receiver.take(frame)?.kind)).toEqual(Array(10).fill(recordKind.ping));
  const lax = new RecordSender(
    new CipherState(sodium, new Uint8Array(32)),
    (f) => strict.frames.push(f),
    () => 0,
  );
  for (let i = 0; i < 9; i++) lax.send(recordKind.ping);
  const short = new RecordReceiver(new CipherState(sodium, new Uint8Array(32)), 8);
  const all = () => strict.frames.forEach((frame) => void short.take(frame));
  expect(all).toThrow(expect.objectContaining({ code: "exhausted" }));
});

test("a message beyond the limit ends the channel, and the other side is told why", async () => {
  const { device, host, up } = settled();
  device.send("x".repeat(2 ** 20 + 1));
  for (const frame of up) host.take(frame);
  expect(await device.ended).toMatchObject({ isClean: true, by: "us", reason: "tooLarge" });
  expect(await host.ended).toMatchObject({ isClean: true, by: "them", reason: "tooLarge" });
});

test("one who does not read loses the channel, not the memory", async () => {
  const { device, host, up } = settled();
  for (let i = 0; i < 9; i++) device.send("x".repeat(2 ** 20));
  for (const frame of up) host.take(frame);
  expect(await host.ended).toMatchObject({ isClean: true, by: "us", reason: "tooLarge" });
});

test("what is sent after the end is gone, and the end comes once", async () => {
  const { device, host, up } = settled();
  device.close();
  device.close();
  device.send("late");
  expect(recordsOf(up)).toHaveLength(1);
  for (const frame of up) host.take(frame);
  expect(await host.ended).toMatchObject({ isClean: true, reason: "done" });
  host.lost("lost");
  expect(await host.ended).toMatchObject({ isClean: true });
});

import { expect, test } from "vitest";
import { concat } from "../../src/noise/bytes.ts";
import { hostIdOf, mac1, mac1Key } from "../../src/noise/derive.ts";
import { Handshake } from "../../src/noise/handshake.ts";
import type { KeyPair } from "../../src/noise/sodium.ts";
import { frameOf, frameType, headerBytes, prologueOf } from "../../src/noise/wire.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { FramePair } from "./frame-pair.ts";
import { hex, sodium, unhex } from "./helpers.ts";
import { nextOf, World } from "./world.ts";

const failsWith = (code: string) => expect.objectContaining({ name: "NoiseError", code });
const silence = (link: FramePair) => expect([link.down.length, link.host.isClosed]).toEqual([0, true]);
const endOf = async (link: FramePair) => {
  const got: Uint8Array[] = [];
  for await (const frame of link.device.frames) got.push(frame);
  return got;
};

test("a first message that is sent again has no effect on the device that is connected", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const pairing = await world.pair();
  const recorded = world.link();
  const { near, far } = await world.connect(pairing, () => recorded);
  const replay = world.link({}, "elsewhere");
  for (const frame of recorded.up) replay.device.send(frame);
  await clock.until(() => replay.host.isClosed);
  expect(world.connected).toHaveLength(1);
  near.send("still here");
  expect(await nextOf(far.channel)).toBe("still here");
  expect(world.directory.rows).toMatchObject([{ state: "active" }]);
});

test("the connection before is replaced by the first record of the new one", async () => {
  const world = new World();
  const pairing = await world.pair();
  const before = await world.connect(pairing);
  const after = await world.connect(pairing);
  expect(await before.near.ended).toMatchObject({ isClean: true, by: "them", reason: "replaced" });
  after.near.send("new");
  expect(await nextOf(after.far.channel)).toBe("new");
});

test("over a relay a device connects anew on the link that its last channel had", async () => {
  const world = new World();
  const pairing = await world.pair();
  const shared = world.link({}, "mailbox", "relay");
  const before = await world.connect(pairing, () => shared, "relay");
  // The device slept: its old end is gone, while the host's goes on sending to the same subject.
  const again = world.nextDevice();
  const near = world.connection(
    pairing,
    () => {
      const pair = new FramePair();
      shared.host.send = (frame) => pair.device.arrive(frame);
      pair.device.send = (frame) => shared.host.arrive(frame);
      before.far.channel.send("to the one before");
      return pair;
    },
    "relay",
  );
  const channel = await near.open(AbortSignal.timeout(10_000));
  before.far.channel.send("also to the one before");
  const far = await again;
  expect(await before.far.channel.ended).toMatchObject({ reason: "replaced" });
  far.channel.send("to the new one");
  expect(await nextOf(channel)).toBe("to the new one");
});

test("a device that is revoked is cut off, and gets no answer ever after", async () => {
  const world = new World();
  const pairing = await world.pair();
  const { near } = await world.connect(pairing);
  world.directory.revoke(pairing.deviceId);
  world.responder.endDevice(pairing.deviceId, "revoked");
  expect(await near.ended).toMatchObject({ isClean: true, by: "them", reason: "revoked" });
  const link = world.link();
  await expect(world.connection(pairing, () => link).open(AbortSignal.timeout(9_000))).rejects.toThrow(
    failsWith("lost"),
  );
  silence(link);
});

test("a revocation between the handshake and the first record counts", async () => {
  const world = new World();
  const pairing = await world.pair();
  const link = world.link({
    up: (frame) => {
      if (frame[0] === frameType.record) world.directory.revoke(pairing.deviceId);
      return [frame];
    },
  });
  const near = await world.connection(pairing, () => link).open(AbortSignal.timeout(9_000));
  expect(await near.ended).toMatchObject({ by: "them", reason: "revoked" });
  expect(world.connected).toEqual([]);
});

test("neither side speaks a lower version than before", async () => {
  const world = new World();
  const pairing = await world.pair();
  const newer = { ...pairing, version: 2 };
  await expect(world.connection(newer).open(AbortSignal.timeout(9_000))).rejects.toThrow(
    failsWith("downgraded"),
  );
  const [row] = world.directory.rows;
  if (row !== undefined) await world.directory.add({ ...row, version: 2 });
  const link = world.link();
  await expect(world.connection(pairing, () => link).open(AbortSignal.timeout(9_000))).rejects.toThrow(
    failsWith("lost"),
  );
  silence(link);
});

test("a forged abort ends a handshake, and nothing else comes of it", async () => {
  const world = new World();
  const pairing = await world.pair();
  const link = world.link({ down: () => [frameOf(frameType.abort, Uint8Array.of(1))] });
  await expect(world.connection(pairing, () => link).open(AbortSignal.timeout(9_000))).rejects.toThrow(
    failsWith("aborted"),
  );
  await world.connect(pairing);
});

/** A first message by hand, with whatever is wrong in it. */
function firstMessage(
  world: World,
  pairing: { deviceKey: KeyPair },
  over: { hostKey?: Uint8Array; deviceKey?: KeyPair; transport?: "relay"; version?: number } = {},
): Uint8Array {
  const { deviceKey = pairing.deviceKey, hostKey = world.hostKey.publicKey } = over;
  const handshake = new Handshake({
    sodium,
    pattern: "IKpsk2",
    role: "initiator",
    prologue: prologueOf("link", over.transport ?? "direct", hostIdOf(sodium, hostKey)),
    staticKey: deviceKey,
    remoteStatic: hostKey,
    psk: new Uint8Array(32),
  });
  const frame = frameOf(frameType.link1, handshake.write(Buffer.from('{"min":1,"max":1}')));
  frame[1] = over.version ?? 1;
  return concat(frame, mac1(sodium, mac1Key(sodium, hostKey), frame));
}

test.each([
  ["a device that is not known", { deviceKey: sodium.keyPair() }],
  ["another host", { hostKey: sodium.keyPair().publicKey }],
  ["another kind of way", { transport: "relay" as const }],
  ["another version", { version: 2 }],
])("a first message of %s gets no answer", async (_what, over) => {
  const world = new World();
  const pairing = await world.pair();
  const link = world.link();
  link.device.send(firstMessage(world, pairing, over));
  expect(await endOf(link)).toEqual([]);
  expect(world.problems).toEqual([]);
});

test("with another secret than the device's nothing that follows is read", async () => {
  const world = new World();
  const pairing = await world.pair();
  const other = { ...pairing, psk: sodium.random(32) };
  await expect(world.connection(other).open(AbortSignal.timeout(9_000))).rejects.toThrow(
    failsWith("notAuthentic"),
  );
  expect(world.connected).toEqual([]);
});

/** Points of order 1, 2, 4 and 8, and the ways to write them beyond the field's prime. */
const lowOrder = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
].flatMap((text) => {
  const high = unhex(text);
  high[31] = (high[31] ?? 0) | 0x80;
  return [text, hex(high)];
});

test.each(lowOrder)("the point %s is no key, be it the ephemeral or the static one", async (text) => {
  const world = new World();
  const pairing = await world.pair();
  const ephemeral = concat(Uint8Array.of(frameType.link1, 1), unhex(text), new Uint8Array(80));
  const withMac = concat(ephemeral, mac1(sodium, mac1Key(sodium, world.hostKey.publicKey), ephemeral));
  const deviceKey = { publicKey: unhex(text), secretKey: sodium.random(32) };
  for (const frame of [withMac, firstMessage(world, pairing, { deviceKey })]) {
    const link = world.link();
    link.device.send(frame);
    expect(await endOf(link)).toEqual([]);
  }
  expect([world.connected, world.problems]).toEqual([[], []]);
});

test("frames of a pairing are of no use on a link, nor a device's on another's", async () => {
  const world = new World();
  const pairingLink = world.link();
  const pairing = await world.pair({}, undefined, pairingLink);
  const other = await world.pair();
  const recorded = world.link();
  const { near, far } = await world.connect(pairing, () => recorded);
  near.send("secret");
  await nextOf(far.channel);
  const link = world.link();
  const next = await world.connect(other, () => link);
  for (const frame of pairingLink.up.filter(([type]) => type !== frameType.record)) link.device.send(frame);
  next.near.send("goes on");
  expect(await nextOf(next.far.channel)).toBe("goes on");
  const [, second] = recorded.up.filter(([type]) => type === frameType.record);
  const [, , third = second] = recorded.up.filter(([type]) => type === frameType.record);
  const forged = Uint8Array.from(third ?? new Uint8Array(0));
  // The number that is due there.
  forged.set([0, 0, 0, 0, 0, 0, 0, 2], headerBytes);
  link.device.send(forged);
  expect(await next.far.channel.ended).toEqual({ isClean: false, code: "notAuthentic" });
});

test("an end without a word is told from one that was meant", async () => {
  const world = new World();
  const pairing = await world.pair();
  const link = world.link();
  const { near, far } = await world.connect(pairing, () => link);
  link.host.close();
  expect(await near.ended).toEqual({ isClean: false, code: "lost" });
  expect(await far.channel.ended).toEqual({ isClean: false, code: "lost" });
});

test("a host that stops says so", async () => {
  const world = new World();
  const pairing = await world.pair();
  const { near } = await world.connect(pairing);
  await world.responder.close();
  expect(await near.ended).toMatchObject({ isClean: true, by: "them", reason: "stopping" });
});

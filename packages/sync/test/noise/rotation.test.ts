import { expect, test } from "vitest";
import type { Pairing } from "../../src/noise/pairing.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { sodium } from "./helpers.ts";
import { World } from "./world.ts";

const signal = () => AbortSignal.timeout(30_000);

test("a device that rotates its key is known by the new one, and no longer by the old", async () => {
  const world = new World();
  const pairing = await world.pair();
  const connection = world.connection(pairing);
  await connection.open(signal());
  connection.rotateKey();
  while (connection.pairing.nextDeviceKey === undefined) await new Promise(setImmediate);
  const next = connection.pairing.nextDeviceKey;
  await connection.open(signal());
  expect(connection.pairing).toMatchObject({ deviceKey: next, nextDeviceKey: undefined });
  while (world.directory.rows[0]?.nextKey !== undefined) await new Promise(setImmediate);
  expect(world.directory.rows).toMatchObject([{ deviceId: pairing.deviceId, key: next.publicKey }]);
  await expect(world.connection(pairing).open(signal())).rejects.toMatchObject({ code: "lost" });
});

test("a device takes the host's next key when it is due, and falls back where the host has it no more", async () => {
  const clock = new VirtualClock();
  const next = sodium.keyPair();
  const first = sodium.keyPair();
  const stored: string[] = [];
  const announced = { publicKey: next.publicKey, notBefore: 1 };
  let keys: { current: typeof next; others?: readonly (typeof next)[]; announced?: typeof announced } = {
    current: first,
  };
  const world = new World({
    clock,
    hostKeys: () => keys,
    onHostKeyStored: (deviceId) => stored.push(deviceId),
  });
  const pairing = await world.pair();
  const connection = world.connection(pairing);
  await connection.open(signal());
  keys = { current: first, others: [next], announced };
  world.responder.announce(announced);
  while (stored.length === 0) await new Promise(setImmediate);
  expect(stored).toEqual([pairing.deviceId]);
  expect(connection.pairing).toMatchObject({ hostKey: first.publicKey, nextHostKey: announced });
  void clock.sleep(1);
  await clock.advance();
  // The host was set back meanwhile: it knows the old key alone, and that still works.
  keys = { current: first };
  await connection.open(signal());
  expect(connection.pairing.hostKey).toEqual(first.publicKey);
  keys = { current: next };
  await connection.open(signal());
  expect(connection.pairing).toMatchObject({ hostKey: next.publicKey, nextHostKey: undefined });
  expect(connection.pairing.hostId).toBe(pairing.hostId);
});

test("keys that could not be kept are not used", async () => {
  const world = new World();
  const pairing: Pairing = await world.pair();
  const connection = world.connection(pairing);
  await connection.open(signal());
  connection.rotateKey();
  world.directory.announce = async () => Promise.reject(new Error("the disk is full"));
  connection.rotateKey();
  await new Promise(setImmediate);
  await connection.open(signal());
});

test("a channel is made anew after a day", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const { near, far } = await world.connect(await world.pair());
  await clock.until(() => near.isOver && far.channel.isOver);
  expect(clock.now()).toBe(86_400_000);
  expect(await far.channel.ended).toMatchObject({ isClean: true, by: "them", reason: "renew" });
});

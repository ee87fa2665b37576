import { expect, test } from "vitest";
import type { Sodium } from "../../src/noise/sodium.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { bareChannels } from "./channels.ts";
import { hex, sodiums } from "./helpers.ts";
import { World } from "./world.ts";

const [, [, native] = []] = sodiums;
if (native === undefined) throw new Error("two implementations are there");

/** Primitives that remember under which key and nonce something was sealed. */
function watched(sodium: Sodium) {
  const used = new Set<string>();
  const twice: string[] = [];
  const seal: Sodium["seal"] = (key, nonce, ad, plaintext) => {
    // Both ends make the next key, each by sealing the same zeros under the nonce that is kept for it.
    const isRekey = hex(nonce).endsWith("ff".repeat(8)) && plaintext.every((byte) => byte === 0);
    const pair = `${hex(key)} ${hex(nonce)}`;
    if (!isRekey && used.has(pair)) twice.push(pair);
    used.add(pair);
    return sodium.seal(key, nonce, ad, plaintext);
  };
  return { sodium: { ...sodium, seal }, used, twice };
}

test("no nonce is used twice under one key: pairings, links, replays, errors and new connections", async () => {
  const { sodium, twice, used } = watched(native);
  const world = new World({ sodium, clock: new VirtualClock() });
  const pairing = await world.pair();
  for (let i = 0; i < 3; i++) {
    const link = world.link();
    const { near, far } = await world.connect(pairing, () => link);
    for (let n = 0; n < 20; n++) {
      near.send(`up ${n}`);
      far.channel.send("x".repeat(n * 4_000));
    }
    // An error in the middle: nothing is sealed with the key that failed again.
    link.host.arrive(Uint8Array.from(link.up.at(-1) ?? []).fill(1, 20));
    near.send("after it");
    far.channel.send("after it");
    const replay = world.link();
    for (const frame of link.up) replay.device.send(frame);
    await new Promise(setImmediate);
    replay.device.close();
  }
  expect(used.size).toBeGreaterThan(150);
  expect(twice).toEqual([]);
});

test("nor across an exchange of keys", () => {
  const { sodium, twice, used } = watched(native);
  let nowMs = 0;
  const { device, host, up, down } = bareChannels({ sodium, monotonicMs: () => nowMs });
  for (let i = 0; i < 50; i++) {
    device.send(`up ${i}`);
    host.send(`down ${i}`);
    if (i % 10 === 0) nowMs += 600_000;
    for (const frame of up.splice(0)) host.take(frame);
    for (const frame of down.splice(0)) device.take(frame);
  }
  expect([device.isOver, host.isOver]).toEqual([false, false]);
  expect(used.size).toBeGreaterThan(110);
  expect(twice).toEqual([]);
});

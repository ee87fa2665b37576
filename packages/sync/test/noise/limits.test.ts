import { expect, test } from "vitest";
import { HalfOpen } from "../../src/noise/half-open.ts";
import { NoiseError } from "../../src/noise/noise-error.ts";
import { frameType } from "../../src/noise/wire.ts";
import { VirtualClock } from "../virtual-clock.ts";
import type { FramePair } from "./frame-pair.ts";
import { sodium } from "./helpers.ts";
import { nextOf, World } from "./world.ts";

test("sixteen handshakes may be under way, four of them from one source, five seconds each", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const links: FramePair[] = [];
  for (let source = 0; source < 6; source++)
    for (let i = 0; i < 5; i++) links.push(world.link({}, `source ${source}`));
  await new Promise(setImmediate);
  const open = () => links.filter((link) => !link.host.isClosed).length;
  expect(open()).toBe(16);
  expect(links.slice(0, 5).map((link) => link.host.isClosed)).toEqual([false, false, false, false, true]);
  await clock.until(() => open() === 0);
  expect(clock.now()).toBe(5_000);
  expect(links.every((link) => link.down.length === 0)).toBe(true);
  // The places are free again.
  await world.pair();
});

test("a device that is connected holds no place", async () => {
  const world = new World({ clock: new VirtualClock() });
  const pairing = await world.pair();
  for (let i = 0; i < 20; i++) await world.connect(pairing);
  expect(world.connected).toHaveLength(20);
});

test("one who sends a byte of the handshake now and then is closed in time all the same", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const link = world.link();
  while (!link.host.isClosed) {
    // A record for nobody: neither an error nor a handshake.
    link.device.send(Uint8Array.of(frameType.record, 1, 0));
    void clock.sleep(1_000);
    await clock.advance();
  }
  expect(clock.now()).toBeLessThanOrEqual(5_000);
  expect(link.down).toEqual([]);
});

test.each([
  ["a handshake of a megabyte", new Uint8Array(2 ** 20).fill(frameType.link1, 0, 1).fill(1, 1, 2)],
  ["a byte more than a handshake may have", new Uint8Array(4_097).fill(frameType.pair1, 0, 1).fill(1, 1, 2)],
  ["nothing", new Uint8Array(0)],
  ["a request of HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
])("%s is closed without a word", async (_what, frame) => {
  const world = new World();
  const link = world.link();
  link.device.send(frame);
  for await (const _answer of link.device.frames) throw new Error("it has answered");
  expect(link.down).toEqual([]);
});

test("a source that fails five times in a minute has to wait, and no other", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const pairing = await world.pair();
  const stranger = { ...pairing, deviceKey: sodium.keyPair() };
  const open = (who: typeof pairing, source: string) =>
    world
      .connection(who, () => world.link({}, source))
      .open(AbortSignal.timeout(9_000))
      .then(
        () => "open",
        (error: unknown) => (error instanceof NoiseError ? error.code : "?"),
      );
  for (let i = 0; i < 5; i++) expect(await open(stranger, "a")).toBe("lost");
  expect(await open(pairing, "a")).toBe("lost");
  expect(await open(pairing, "b")).toBe("open");
  await clock.until(() => clock.now() >= 12_000).catch(() => undefined);
});

test("what is counted of sources stays bounded, and a minute makes good", () => {
  let nowMs = 0;
  const halfOpen = new HalfOpen({ now: () => 0, monotonicMs: () => nowMs, sleep: async () => undefined });
  for (let i = 0; i < 5; i++) halfOpen.failed("a");
  expect(halfOpen.mayTry("a")).toBe(false);
  nowMs = 12_000;
  expect(halfOpen.mayTry("a")).toBe(true);
  nowMs = 0;
  for (let i = 0; i < 2_000; i++) halfOpen.failed(`source ${i}`);
  expect(halfOpen.mayTry("a")).toBe(true);
});

test("a flood of strangers does not end a channel", async () => {
  const world = new World();
  const pairing = await world.pair();
  const { near, far } = await world.connect(pairing);
  for (let i = 0; i < 500; i++) world.link({}, `s${i % 50}`).device.send(sodium.random(200));
  near.send("here");
  expect(await nextOf(far.channel)).toBe("here");
});

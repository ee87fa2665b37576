import { describe, expect, test } from "vitest";
import { VirtualClock } from "../../test/virtual-clock.ts";
import type { FrameLink } from "../frames.ts";
import { frameLinkContract } from "./frame-link-contract.ts";
import { type FrameLinkPair, frameLinkPair, type LinkFaults } from "./frame-link-pair.ts";

frameLinkContract({ describe, test, expect }, "a pair in memory", async () => {
  let pair: FrameLinkPair = frameLinkPair();
  return {
    dial: async () => {
      pair = frameLinkPair();
      return pair.near;
    },
    accepted: async () => pair.far,
    cut: () => pair.cut(),
    afterCut: "end",
    strangers: [],
    [Symbol.asyncDispose]: async () => pair.cut(),
  };
});

const faulty: readonly [string, LinkFaults, readonly number[]][] = [
  ["nothing", {}, [1, 2, 3]],
  ["the second lost", { arrivals: ({ at }) => (at === 1 ? [] : [0]) }, [1, 3]],
  ["each twice", { arrivals: () => [0, 5] }, [1, 2, 3, 1, 2, 3]],
  ["the first late", { arrivals: ({ at }) => (at === 0 ? [50] : [10]) }, [2, 3, 1]],
  ["cut within the third", { cutAtByte: 25 }, []],
  ["cut after the third", { cutAtByte: 30 }, [1, 2, 3]],
];

test.each(faulty)("what arrives with this fault: %s", async (_name, faults, expected) => {
  const clock = new VirtualClock();
  const { near, far, cut } = frameLinkPair({ ...faults, clock });
  const arrived: number[] = [];
  const reading = readInto(arrived, far);
  for (const first of [1, 2, 3]) near.send(new Uint8Array(10).fill(first));
  for (let step = 0; step < 10; step++) await clock.advance();
  cut();
  await reading;
  expect(arrived).toEqual(expected);
});

test("what is sent while it stalls waits, and arrives in order when it goes on", async () => {
  const pair = frameLinkPair();
  const arrived: number[] = [];
  const reading = readInto(arrived, pair.far);
  pair.stall();
  pair.near.send(new Uint8Array([1]));
  pair.near.send(new Uint8Array([2]));
  await new Promise(setImmediate);
  expect([arrived, pair.near.buffered]).toEqual([[], 2]);
  pair.resume();
  pair.near.close();
  await reading;
  expect([arrived, pair.near.buffered]).toEqual([[1, 2], 0]);
});

async function readInto(arrived: number[], link: FrameLink): Promise<void> {
  for await (const [first = -1] of link.frames) arrived.push(first);
}

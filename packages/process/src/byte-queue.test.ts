import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ByteQueue } from "./byte-queue.ts";

const CHUNK = Buffer.alloc(64 * 1024, 0x78);

/** A source that could give for ever, and counts what was asked of it. */
function endless() {
  let given = 0;
  const source = new Readable({
    highWaterMark: CHUNK.length,
    read() {
      given++;
      this.push(CHUNK);
    },
  });
  return { source, given: () => given };
}

async function idle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await nextTurn();
}

test("reads ahead by a bounded amount, and on as it is taken", async () => {
  const { source, given } = endless();
  const chunks = new ByteQueue(source)[Symbol.asyncIterator]();
  await idle();
  const ahead = given();
  expect(ahead).toBeLessThanOrEqual(6);
  for (let i = 0; i < 20; i++) await chunks.next();
  await idle();
  expect(given()).toBe(ahead + 20);
  source.destroy();
});

test("drops what nobody takes any more, so that the writer goes on", async () => {
  let left = 100;
  const source = new Readable({
    read() {
      this.push(left-- > 0 ? CHUNK : null);
    },
  });
  const closed = new Promise((resolve) => source.once("close", resolve));
  for await (const _ of new ByteQueue(source)) break;
  await closed;
  expect(left).toBe(-1);
});

test("takes in the rest without a reader, and hands it out later", async () => {
  let left = 10;
  const source = new Readable({
    read() {
      this.push(left-- > 0 ? CHUNK : null);
    },
  });
  const queue = new ByteQueue(source);
  await idle();
  expect(source.readableEnded).toBe(false);
  const closed = new Promise((resolve) => source.once("close", resolve));
  queue.readAhead(10 * CHUNK.length);
  await closed;
  let bytes = 0;
  for await (const chunk of queue) bytes += chunk.byteLength;
  expect(bytes).toBe(10 * CHUNK.length);
});

test("cuts a source that has more than a rest", async () => {
  const { source, given } = endless();
  const queue = new ByteQueue(source);
  queue.readAhead(3 * CHUNK.length);
  await new Promise((resolve) => source.once("close", resolve));
  expect(given()).toBeLessThan(12);
});

test("of no source is empty", async () => {
  for await (const _ of new ByteQueue(undefined)) throw new Error("there is nothing to read");
});

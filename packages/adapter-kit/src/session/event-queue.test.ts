import type { AgentEvent } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { EventQueue } from "./event-queue.ts";

const make = eventFactory();
const event = () => make("error", { code: "internal", message: "x", recoverable: true });
const limits = { maxEvents: 4, maxBytes: 100 };
/** Lets everything run that does not wait for something to come. */
const idle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await idle();
  return done;
}

test.each([
  ["by count", 4, 0],
  ["by size", 1, 100],
])("a consumer that stalls stops the reading, %s, and loses nothing", async (_name, count, bytes) => {
  const queue = new EventQueue(() => {}, limits);
  const pushed = Array.from({ length: count }, event);
  for (const each of pushed) queue.push([each], bytes);
  const room = queue.room();
  expect(await settled(room)).toBe(false);
  const iterator = queue[Symbol.asyncIterator]();
  const taken: (AgentEvent | undefined)[] = [(await iterator.next()).value];
  await room;
  queue.end();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) taken.push(next.value);
  expect(taken).toEqual(pushed);
});

test("in a hurry reading goes on past the limit", async () => {
  const queue = new EventQueue(() => {}, limits);
  for (let count = 0; count < 10; count++) queue.push([event()]);
  const room = queue.room();
  expect(await settled(room)).toBe(false);
  queue.hurry(true);
  await room;
});

test("in batches, all that waits comes at once and makes room, and breaking off is noticed", async () => {
  const onLeave = vi.fn();
  const queue = new EventQueue(onLeave, limits);
  const pushed = Array.from({ length: 5 }, event);
  queue.push(pushed.slice(0, 2));
  queue.push(pushed.slice(2, 4));
  const room = queue.room();
  expect(await settled(room)).toBe(false);
  const batches = queue.batches[Symbol.asyncIterator]();
  expect((await batches.next()).value).toEqual(pushed.slice(0, 4));
  await room;
  const next = batches.next();
  queue.push(pushed.slice(4));
  expect((await next).value).toEqual(pushed.slice(4));
  await batches.return?.();
  expect(onLeave).toHaveBeenCalledOnce();
});

test("a consumer that breaks off is noticed, and stalls nobody", async () => {
  const onLeave = vi.fn();
  const queue = new EventQueue(onLeave, limits);
  for (let count = 0; count < 10; count++) queue.push([event()]);
  for await (const _ of queue) break;
  expect(onLeave).toHaveBeenCalledOnce();
  queue.push([event()]);
  await queue.room();
});

test("a consumer that takes it all has not broken off", async () => {
  const onLeave = vi.fn();
  const queue = new EventQueue(onLeave, limits);
  queue.push([event()]);
  queue.end();
  for await (const _ of queue);
  expect(onLeave).not.toHaveBeenCalled();
});

test("it is iterated once", async () => {
  const queue = new EventQueue(() => {}, limits);
  queue.end();
  for await (const _ of queue);
  await expect(queue[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
  await expect(queue.batches[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
});

test("whatever the pace of both sides, all events come once and in order, and no more than the limit wait", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(600), async (pauses, count) => {
      const queue = new EventQueue(() => {}, limits);
      let waiting = 0;
      const produce = async () => {
        for (let index = 0; index < count; index++) {
          queue.push([{ ...event(), message: `${index}` } as AgentEvent]);
          waiting++;
          expect(waiting).toBeLessThanOrEqual(limits.maxEvents + 1);
          await queue.room();
          if (pauses[index % pauses.length]) await Promise.resolve();
        }
        queue.end();
      };
      const produced = produce();
      let next = 0;
      for await (const each of queue) {
        waiting--;
        expect(each).toMatchObject({ message: `${next++}` });
        if (pauses[(next * 7) % pauses.length]) await Promise.resolve();
      }
      await produced;
      expect(next).toBe(count);
    }),
    { numRuns: 30 },
  ));

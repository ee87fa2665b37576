import fc from "fast-check";
import { expect, test } from "vitest";
import { EventChannel } from "./channel.ts";

const never = new AbortController().signal;
const channel = (limit: number, onLeave = async () => undefined) => new EventChannel<number>(limit, onLeave);

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve();
}

test("gives everything in order and holds no more than its limit, however the two sides take turns", async () => {
  const pauses = fc.array(fc.nat({ max: 3 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(pauses, pauses, fc.integer({ min: 1, max: 4 }), async (writes, reads, limit) => {
      const events = channel(limit);
      let read = 0;
      let mostUnread = 0;
      const write = async () => {
        for (const [index, pause] of writes.entries()) {
          await ticks(pause);
          events.push(index);
          mostUnread = Math.max(mostUnread, index + 1 - read);
          await events.room(never);
        }
        events.end();
      };
      const writing = write();
      for await (const event of events) {
        expect(event).toBe(read++);
        await ticks(reads[event % reads.length] ?? 0);
      }
      await writing;
      expect(read).toBe(writes.length);
      expect(mostUnread).toBeLessThanOrEqual(limit);
    }),
  );
});

test("makes a writer wait while nobody reads, until its signal aborts", async () => {
  const events = channel(1);
  events.push(1);
  const abort = new AbortController();
  let waiting = true;
  const room = events.room(abort.signal).then(() => {
    waiting = false;
  });
  await Promise.resolve();
  expect(waiting).toBe(true);
  abort.abort();
  await room;
});

test("can be read once", () => {
  const events = channel(1);
  events[Symbol.asyncIterator]();
  expect(() => events[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: "internal" }));
});

test("tells when its reader leaves, and lets the writer go on into nothing", async () => {
  let left = 0;
  const events = channel(1, async () => {
    left++;
    return undefined;
  });
  events.push(1);
  for await (const _ of events) break;
  events.push(2);
  events.push(3);
  await events.room(never);
  expect(left).toBe(1);
});

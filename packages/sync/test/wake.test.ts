import { expect, test } from "vitest";
import { HostClient } from "../src/client/index.ts";
import { type ChannelPair, channelPair, serveClient } from "../src/server/index.ts";
import { clientWith, MemoryHost, sessionId } from "./memory-host.ts";
import { SleepyClock } from "./sleepy-clock.ts";

/** A client on a clock that can sleep, of a host that can be cut off without a word. */
function world() {
  const clock = new SleepyClock();
  const host = new MemoryHost();
  const end = new AbortController();
  const attempts: number[] = [];
  let pair: ChannelPair | undefined;
  let isDown = false;
  const client = new HostClient({
    name: "test",
    clock,
    async connect() {
      attempts.push(clock.monotonicMs());
      if (isDown) throw new Error("no way");
      const made = channelPair();
      pair = made;
      const served = clientWith("view", "control");
      void serveClient({ channel: made.far, client: served, host, clock, signal: end.signal });
      return made.near;
    },
  });
  return {
    ...{ clock, host, client, attempts },
    down: () => {
      isDown = true;
      pair?.cut();
    },
    up: () => {
      isDown = false;
    },
    [Symbol.asyncDispose]: async () => {
      end.abort();
      await client.close();
    },
  };
}

test("a machine that was asleep connects anew at once, without waiting for an answer that does not come", async () => {
  await using it = world();
  await it.clock.until(() => it.client.isConnected);
  it.clock.asleep(3_600_000);
  const wokeMs = it.clock.monotonicMs();
  await it.clock.until(() => it.attempts.length === 2);
  expect((it.attempts[1] ?? 0) - wokeMs).toBeLessThanOrEqual(5_000);
  await it.clock.until(() => it.client.isConnected);
});

test("a clock that is set by seconds breaks nothing", async () => {
  await using it = world();
  await it.clock.until(() => it.client.isConnected);
  it.clock.asleep(9_000);
  const thenMs = it.clock.monotonicMs();
  await it.clock.until(() => it.clock.monotonicMs() > thenMs + 60_000);
  expect(it.attempts.length).toBe(1);
});

test("waking does not wait for the next attempt", async () => {
  await using it = world();
  await it.clock.until(() => it.client.isConnected);
  it.down();
  // By then the waits are of many seconds.
  await it.clock.until(() => it.attempts.length >= 9);
  const [before, atMs] = [it.attempts.length, it.clock.monotonicMs()];
  it.up();
  it.client.wake();
  await it.clock.until(() => it.client.isConnected);
  expect(it.attempts.length).toBe(before + 1);
  expect(it.attempts.at(-1)).toBe(atMs);
});

test("attempts come at growing distances, none of them at a time that can be foretold", async () => {
  const gaps = async () => {
    await using it = world();
    it.down();
    await it.clock.until(() => it.attempts.length === 10);
    return it.attempts.slice(1).map((at, i) => at - (it.attempts[i] ?? 0));
  };
  const [one, other] = [await gaps(), await gaps()];
  for (const [i, gap] of one.entries()) {
    const mostMs = Math.min(30_000, 500 * 2 ** i);
    expect(gap).toBeGreaterThanOrEqual(mostMs / 2);
    expect(gap).toBeLessThanOrEqual(mostMs);
  }
  expect(one).not.toEqual(other);
});

test("that a person looks is said for as long as it holds, and again to whoever has not heard it", async () => {
  await using it = world();
  await it.clock.until(() => it.client.isConnected);
  it.client.presence("active", sessionId);
  await it.clock.until(() => it.host.looks.length === 3);
  it.down();
  it.up();
  const before = it.host.looks.length;
  await it.clock.until(() => it.host.looks.length > before);
  it.client.presence("away");
  await it.clock.until(
    () => it.host.looks.at(-1) !== undefined && JSON.stringify(it.host.looks.at(-1)).includes("away"),
  );
  const [said, thenMs] = [it.host.looks.length, it.clock.monotonicMs()];
  await it.clock.until(() => it.clock.monotonicMs() > thenMs + 60_000);
  expect(it.host.looks.length).toBe(said);
});

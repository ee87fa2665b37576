import { expect, test } from "vitest";
import { type Channel, channelPair, serveClient } from "../src/server/index.ts";
import { hastyClock } from "./hasty-clock.ts";
import { clientWith, MemoryHost, sessionId } from "./memory-host.ts";
import { TestClient } from "./open-client.ts";
import { Picture } from "./picture.ts";

const limit = 16 * 1024 * 1024;

/** A client that asks for a session and never reads again. */
function frozen(host: MemoryHost, credits: readonly number[], signal: AbortSignal): Channel {
  const { near, far } = channelPair();
  void serveClient({ channel: far, client: clientWith("view"), host, clock: hastyClock, signal });
  near.send(JSON.stringify({ t: "hello", v: 1, client: { name: "frozen", version: "0" } }));
  const [credit, ...more] = credits;
  const follow = { t: "subscribe", sub: "s", sessionId, from: null, verbosity: "full", credit };
  near.send(JSON.stringify(follow));
  for (const given of more) near.send(JSON.stringify({ t: "credit", sub: "s", credit: given }));
  return far;
}

/** Writes while others get their turns, a group after the other. */
async function write(host: MemoryHost, groups: number, chars: number): Promise<void> {
  const text = "x".repeat(chars);
  for (let group = 0; group < groups; group++) {
    for (let i = 0; i < 20; i++) host.add({ kind: "userMessage", text, context: [] });
    host.say({ kind: "assistantText", messageId: "m", text, isPartial: true } as never);
    await new Promise(setImmediate);
  }
}

test("fifty clients that read nothing cost the writer nothing: what they hold does not grow, and the log is read once", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  const end = new AbortController();
  const channels = Array.from({ length: 50 }, () => frozen(host, [4_000], end.signal));
  await using reader = new TestClient(host);
  const picture = new Picture();
  const news = reader.client.follow(sessionId);
  const readAll = async () => {
    while (picture.head < host.log.length) {
      const { value } = await news.next();
      if (value) picture.take(value);
    }
  };
  const held = () => channels.map((channel) => channel.buffered);
  await write(host, 10, 500);
  await readAll();
  const [before, readBefore, headBefore] = [held(), host.read, host.log.length];
  await write(host, 200, 500);
  await readAll();
  expect(held()).toEqual(before);
  // The credit, and the group that overdrew it; a snapshot and a word that it is behind.
  for (const chars of before) expect(chars).toBeLessThan(4_000 + 20 * 700 + 5_000);
  // By the one who reads, from the feed; more where that one fell behind and read for itself, never for the fifty.
  expect(host.read - readBefore).toBeLessThan(3 * (host.log.length - headBefore));
  expect([...picture.records.values()]).toEqual(host.log);
  end.abort();
});

test("a client that gives credit and reads nothing is let go of, and what waited for it goes with it", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  const end = new AbortController();
  const channel = frozen(host, [limit, limit], end.signal);
  for (let group = 0; group < 100 && channel.buffered <= limit; group++) await write(host, 1, 50_000);
  expect(channel.buffered).toBeLessThan(limit + 2 * 1024 * 1024);
  await write(host, 1, 50_000);
  const readBefore = host.read;
  await write(host, 5, 50_000);
  expect(host.read).toBe(readBefore);
  end.abort();
});

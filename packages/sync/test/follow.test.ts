import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionNews } from "../src/client/index.ts";
import { MemoryHost, sessionId } from "./memory-host.ts";
import { TestClient } from "./open-client.ts";
import { Picture } from "./picture.ts";

/** Takes news until the picture has everything. */
async function until(
  news: AsyncIterableIterator<SessionNews, void>,
  picture: Picture,
  host: MemoryHost,
): Promise<void> {
  while (picture.head < host.log.length || picture.logId !== host.logId) {
    const { done, value } = await news.next();
    if (done) throw new Error("it ended before everything had come");
    picture.take(value);
  }
}

type Step = { readonly do: "append" | "cut" | "read" | "rewrite" | "yield"; readonly n: number };

const step = fc.record<Step>({
  do: fc.constantFrom("append", "append", "append", "cut", "read", "rewrite", "yield"),
  n: fc.integer({ min: 1, max: 40 }),
});

test("whatever is lost on the way, a client ends with the log as it is, each record once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom(1, 300, 100_000),
      async (steps, credit) => {
        const host = new MemoryHost();
        host.append("turnStarted");
        await using test = new TestClient(host);
        const news = test.client.follow(sessionId, { tail: 2_000, credit });
        const picture = new Picture();
        for (const { do: action, n } of steps) {
          if (action === "append") for (let i = 0; i < n; i++) host.append("userMessage");
          else if (action === "cut") test.cut();
          else if (action === "read") await until(news, picture, host);
          else if (action === "yield") for (let i = 0; i < n; i++) await new Promise(setImmediate);
          else {
            // A log is rewritten by a repair: its host is down meanwhile.
            await until(news, picture, host);
            host.rewrite(Math.max(1, host.log.length - n));
            test.cut();
          }
        }
        await until(news, picture, host);
        expect([...picture.records.values()]).toEqual(host.log);
        await news.return?.();
      },
    ),
    { numRuns: 100 },
  );
});

describe("where a client begins", () => {
  test.each([
    { has: undefined, tail: 10, snapshots: 1, first: 91, why: "it has nothing" },
    { has: { logId: "log-0", seq: 40 }, tail: 10, snapshots: 0, first: 41, why: "it knows the log" },
    { has: { logId: "log-9", seq: 40 }, tail: 10, snapshots: 1, first: 91, why: "it knows another log" },
    { has: { logId: "log-0", seq: 400 }, tail: 10, snapshots: 1, first: 91, why: "it is ahead of the host" },
  ])("$why", async ({ has, tail, snapshots, first }) => {
    const host = new MemoryHost();
    for (let i = 0; i < 100; i++) host.append("userMessage");
    await using test = new TestClient(host);
    const news = test.client.follow(sessionId, { tail, ...(has && { from: has }) });
    const picture = new Picture();
    if (has) picture.logId = has.logId;
    await until(news, picture, host);
    expect(picture.snapshots).toBe(snapshots);
    expect([...picture.records.keys()][0]).toBe(first);
  });

  test("one that is thousands of records behind gets a snapshot rather than all of them", async () => {
    const host = new MemoryHost();
    for (let i = 0; i < 5_000; i++) host.append("userMessage");
    await using test = new TestClient(host);
    const picture = new Picture();
    const news = test.client.follow(sessionId, { from: { logId: "log-0", seq: 1 }, tail: 50 });
    await until(news, picture, host);
    expect([...picture.records.keys()]).toEqual(Array.from({ length: 50 }, (_, i) => 4_951 + i));
  });
});

test("a client that does not read holds the host back, not the session", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  await using test = new TestClient(host);
  const news = test.client.follow(sessionId, { credit: 10_000 });
  const picture = new Picture();
  await until(news, picture, host);
  for (let round = 0; round < 50; round++) {
    for (let i = 0; i < 100; i++) host.add({ kind: "userMessage", text: "x".repeat(1_000), context: [] });
    await new Promise(setImmediate);
  }
  // What has arrived waits at the client, within its credit and one batch; the rest waits in the log.
  expect(test.inFlight).toBeLessThan(200_000);
  await until(news, picture, host);
  expect(picture.records.size).toBe(5_001);
});

test("what is left out is covered all the same: a cursor never stands still behind what is not shown", async () => {
  const host = new MemoryHost();
  host.append("turnStarted", "thinking", "toolResult", "raw");
  await using test = new TestClient(host);
  const news = test.client.follow(sessionId, { verbosity: "summary" });
  const picture = new Picture();
  await until(news, picture, host);
  host.append("thinking");
  await until(news, picture, host);
  expect(picture.head).toBe(5);
  expect([...picture.records.values()].map(({ kind }) => kind)).toEqual(["turnStarted"]);
});

test("deltas are joined, and give way to the record that has all of their text", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  await using test = new TestClient(host);
  const news = test.client.follow(sessionId);
  const picture = new Picture();
  await until(news, picture, host);
  const delta = (text: string) => ({ kind: "assistantText", messageId: "m", text, isPartial: true });
  for (const text of ["Hel", "lo ", "world"]) host.say(delta(text));
  let shown = "";
  while (shown.length < 11) {
    const { value } = await news.next();
    if (value?.kind !== "partials") continue;
    for (const partial of value.partials) shown += (partial as { readonly text: string }).text;
  }
  expect(shown).toBe("Hello world");
  host.add({ kind: "assistantText", messageId: "m", text: "Hello world", isPartial: false });
  await until(news, picture, host);
  expect(picture.records.get(2)).toMatchObject({ text: "Hello world", isPartial: false });
});

test("a session that is not there ends the following with the host's own reason", async () => {
  await using test = new TestClient(new MemoryHost());
  const news = test.client.follow("nobody" as typeof sessionId);
  await expect(news.next()).rejects.toMatchObject({ code: "unknownSession", hint: "look again" });
  expect(await news.next()).toEqual({ done: true, value: undefined });
});

test("who leaves is not told any more", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  await using test = new TestClient(host);
  const leave = new AbortController();
  const news = test.client.follow(sessionId, { signal: leave.signal });
  await until(news, new Picture(), host);
  leave.abort();
  host.append("userMessage");
  expect(await news.next()).toEqual({ done: true, value: undefined });
});

test("one that comes in the middle of a block gets what was said of it, and no one hears anything twice", async () => {
  const host = new MemoryHost();
  host.append("turnStarted");
  await using one = new TestClient(host);
  await using other = new TestClient(host);
  const say = (text: string) =>
    host.say({ kind: "assistantText", messageId: "m", text, isPartial: true } as never);
  const shownBy = async (news: AsyncIterableIterator<SessionNews, void>, whole: string, before = "") => {
    let shown = before;
    while (shown.length < whole.length) {
      const { value } = await news.next();
      if (value?.kind !== "partials") continue;
      for (const partial of value.partials) shown += (partial as { readonly text: string }).text;
    }
    expect(shown).toBe(whole);
  };
  const [first, second] = [one.client.follow(sessionId), other.client.follow(sessionId)];
  await until(first, new Picture(), host);
  say("Hel");
  await shownBy(first, "Hel");
  say("lo ");
  await until(second, new Picture(), host);
  say("world");
  await Promise.all([shownBy(first, "Hello world", "Hel"), shownBy(second, "Hello world")]);
});

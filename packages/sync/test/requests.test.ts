import type { DeviceId, IntentId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { channelPair, serveClient } from "../src/server/index.ts";
import { hastyClock } from "./hasty-clock.ts";
import { clientWith, MemoryHost, sessionId } from "./memory-host.ts";
import { TestClient } from "./open-client.ts";

const prompt = { input: { text: "go on", context: [] } };

describe("what a client may not do is refused, and not done", () => {
  test.each([
    ["without the scope", clientWith("view"), "prompt", { sessionId }, prompt, "scope"],
    ["with another scope", clientWith("view", "approve"), "prompt", { sessionId }, prompt, "scope"],
    ["without a session", clientWith("view", "control"), "prompt", {}, prompt, "invalid"],
    ["with nonsense", clientWith("view", "control"), "prompt", { sessionId }, { input: 1 }, "invalid"],
    ["what the host does not know", clientWith("view", "control"), "dance", {}, {}, "unsupported"],
  ])("%s", async (_, served, kind, options, args, code) => {
    const host = new MemoryHost();
    await using test = new TestClient(host, served);
    await expect(test.client.intent(kind as "prompt", args as never, options)).rejects.toMatchObject({
      code,
    });
    expect(host.done).toEqual([]);
  });

  test("scopes count as they are now, not as they were at the welcome", async () => {
    const host = new MemoryHost();
    let scopes = ["view", "control"] as const;
    await using test = new TestClient(host, { id: "d" as DeviceId, scopes: async () => scopes });
    await test.client.intent("interrupt", {}, { sessionId });
    scopes = ["view"] as never;
    await expect(test.client.intent("interrupt", {}, { sessionId })).rejects.toMatchObject({ code: "scope" });
    expect(host.done.length).toBe(1);
  });

  test("nothing is taken before hello", async () => {
    const host = new MemoryHost();
    const { near, far } = channelPair();
    const end = new AbortController();
    const client = clientWith("view", "admin");
    const served = serveClient({ channel: far, client, host, clock: hastyClock, signal: end.signal });
    near.send(JSON.stringify({ t: "query", req: "q", kind: "projects", args: {} }));
    const { value } = await near.messages[Symbol.asyncIterator]().next();
    expect(JSON.parse(value ?? "")).toMatchObject({ t: "error", error: { code: "helloFirst" } });
    end.abort();
    await served;
  });
});

test("an intent is done once, wherever the connection breaks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("before", "during", "after"), { minLength: 1, maxLength: 5 }),
      async (cuts) => {
        const host = new MemoryHost();
        await using test = new TestClient(host);
        for (const [nth, when] of cuts.entries()) {
          if (when === "before") test.cut();
          let once = when === "during";
          host.duringIntent = () => {
            if (once) test.cut();
            once = false;
          };
          const done = test.client.intent("interrupt", {}, { sessionId });
          expect(await done).toEqual({ kind: "interrupt", nth: nth + 1 });
          if (when === "after") test.cut();
        }
        expect(host.done.length).toBe(cuts.length);
      },
    ),
    { numRuns: 50 },
  );
});

test("the same id is the same intent", async () => {
  const host = new MemoryHost();
  await using test = new TestClient(host);
  const id = "0199-intent" as IntentId;
  const first = await test.client.intent("interrupt", {}, { sessionId, id });
  expect(await test.client.intent("interrupt", {}, { sessionId, id })).toEqual(first);
  expect(host.done).toEqual([id]);
});

test("records of long ago are fetched in pieces, each once", async () => {
  const host = new MemoryHost();
  for (let i = 0; i < 1_000; i++) host.add({ kind: "userMessage", text: "x".repeat(1_000), context: [] });
  await using test = new TestClient(host);
  const seqs: number[] = [];
  let pieces = 0;
  for await (const records of test.client.records(sessionId, "log-0", [11, 990])) {
    seqs.push(...records.map((record) => (record as { readonly seq: number }).seq));
    pieces++;
  }
  expect(seqs).toEqual(Array.from({ length: 980 }, (_, i) => 11 + i));
  expect(pieces).toBeGreaterThan(1);
  const other = test.client.records(sessionId, "log-7", [1, 2]);
  await expect(other.next()).rejects.toMatchObject({ code: "logChanged" });
});

test("the board shows every session, and again after a cut", async () => {
  const host = new MemoryHost();
  await using test = new TestClient(host);
  expect((await test.client.board()).sessions.map(({ id }) => id)).toEqual([sessionId]);
  test.cut();
  await test.client.query("projects", {});
  host.append("userMessage");
  const heads = Promise.withResolvers<number>();
  using _ = test.client.onBoard(({ sessions: [first] }) => {
    if (first?.head === 1) heads.resolve(first.head);
  });
  expect(await heads.promise).toBe(1);
  expect(test.connections).toBe(2);
});

test("a host that cannot be reached ends what waits, with a reason", async () => {
  const host = new MemoryHost();
  const connect = () => Promise.reject(new Error("nobody listens"));
  await using test = new TestClient(host, undefined, { connect, maxAttempts: 3 });
  await expect(test.client.ready()).rejects.toMatchObject({ code: "unreachable" });
  await expect(test.client.query("projects", {})).rejects.toMatchObject({ code: "unreachable" });
});

test("a closed client says so", async () => {
  const host = new MemoryHost();
  const test = new TestClient(host);
  await test.client.ready();
  const asked = test.client.query("projects", {});
  await asked;
  await test[Symbol.asyncDispose]();
  await expect(test.client.query("projects", {})).rejects.toMatchObject({ code: "closed" });
});

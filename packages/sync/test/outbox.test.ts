import type { IntentId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Outbox, type OutboxOptions } from "../src/client/outbox/outbox.ts";
import type { OutboxStorage } from "../src/client/outbox/outbox-storage.ts";
import type { IntentMessage } from "../src/client/outbox/waiting-intent.ts";
import { clientWith, MemoryHost, sessionId } from "./memory-host.ts";
import { TestClient } from "./open-client.ts";
import { SleepyClock } from "./sleepy-clock.ts";

const second = 1_000;
const hour = 3_600 * second;

/** What a page keeps, in memory: as much of it as there is of a key store. */
function memoryStorage(): OutboxStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async (name) => kept.get(name),
    write: async (name, text) => void kept.set(name, text),
    remove: async (name) => void kept.delete(name),
    list: async () => [...kept.keys()],
  };
}

const message = (id: string, kind = "approve", ttlMs?: number): IntentMessage => ({
  t: "intent",
  id: id as IntentId,
  kind,
  sessionId,
  args: {},
  ...(ttlMs !== undefined && { ttlMs }),
});

function open(options?: OutboxOptions) {
  const clock = new SleepyClock();
  const sent: IntentMessage[] = [];
  return { clock, sent, outbox: new Outbox(clock, (one) => void sent.push(one), options) };
}

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => "answered",
    (error: { readonly code: string }) => error.code,
  );
const turn = () => new Promise(setImmediate);

describe("what is decided without a connection", () => {
  test.each([
    ["an allowance", "approve", undefined, 119 * second, 121 * second],
    ["a denial", "deny", undefined, 23 * hour, 25 * hour],
    ["a message", "prompt", undefined, 23 * hour, 25 * hour],
    ["one that is to arrive soon", "prompt", 5 * second, 4 * second, 6 * second],
    ["an allowance that could wait longer", "approve", hour, 119 * second, 121 * second],
  ])("%s waits so long and no longer, asleep or awake", async (_, kind, ttlMs, inTime, late) => {
    for (const isAsleep of [false, true])
      for (const [waitMs, outcome] of [
        [inTime, "answered"],
        [late, "expired"],
      ] as const) {
        const { clock, outbox, sent } = open();
        const answer = settled(outbox.post(message("one", kind, ttlMs)));
        if (isAsleep) clock.asleep(waitMs);
        else {
          let isThere = false;
          using _timer = clock.after(waitMs, () => {
            isThere = true;
          });
          await clock.until(() => isThere);
        }
        outbox.sendAll();
        if (sent.length > 0) outbox.settle({ t: "intentResult", id: "one" as IntentId, status: "applied" });
        expect(await answer).toBe(outcome);
        expect(sent.map(({ ageMs }) => ageMs)).toEqual(outcome === "answered" ? [waitMs] : []);
      }
  });

  test("is taken back while it was not sent, and not after", async () => {
    const { outbox, sent } = open();
    const first = settled(outbox.post(message("first")));
    void settled(outbox.post(message("second")));
    expect(outbox.withdraw("first" as IntentId)).toBe(true);
    outbox.sendAll();
    expect(outbox.withdraw("second" as IntentId)).toBe(false);
    expect(await first).toBe("withdrawn");
    expect(sent.map(({ id }) => id)).toEqual(["second"]);
  });

  test("is not sent where it could not be kept", async () => {
    const storage = { ...memoryStorage(), write: () => Promise.reject(new Error("full")) };
    const { outbox, sent } = open({ storage, host: "h" });
    outbox.sendAll();
    expect(await settled(outbox.post(message("one")))).toBe("notKept");
    expect(sent).toEqual([]);
  });

  test("one that was sent and is too old by the next connection is not sent again", async () => {
    const { clock, outbox, sent } = open();
    outbox.sendAll();
    const answer = settled(outbox.post(message("one")));
    clock.asleep(hour);
    outbox.lost();
    expect(await Promise.all([answer, clock.advance()])).toEqual(["outcomeUnknown", undefined]);
    outbox.sendAll();
    expect(sent.length).toBe(1);
  });
});

describe("what an outbox has kept", () => {
  test("is sent by the next client, in order, and is for its own host alone", async () => {
    const storage = memoryStorage();
    const before = open({ storage, host: "mine" });
    for (const id of ["b", "a", "c"]) void settled(before.outbox.post(message(id, "prompt")));
    await turn();
    before.outbox.end(Object.assign(new Error("closed")) as never);
    expect([...storage.kept.keys()]).toEqual(["outbox.b", "outbox.a", "outbox.c"]);

    const other = open({ storage, host: "other" });
    await turn();
    other.outbox.sendAll();
    expect(other.sent).toEqual([]);

    const told: unknown[] = [];
    const onSettled: OutboxOptions["onSettled"] = ({ id }, error) => told.push([id, error?.code]);
    const after = open({ storage, host: "mine", onSettled });
    after.outbox.sendAll();
    await turn();
    expect(after.sent.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    for (const id of ["a", "b", "c"] as IntentId[])
      after.outbox.settle({ t: "intentResult", id, status: "applied" });
    await turn();
    expect(told).toEqual([
      ["a", undefined],
      ["b", undefined],
      ["c", undefined],
    ]);
    expect(storage.kept.size).toBe(0);
  });

  test("and is older than it may be, or seems to be of the future, is not sent", async () => {
    for (const ms of [121 * second, -5 * second]) {
      const storage = memoryStorage();
      const before = open({ storage, host: "h" });
      before.clock.asleep(hour);
      void settled(before.outbox.post(message("one")));
      await turn();
      const after = new SleepyClock();
      after.asleep(hour + ms);
      const sent: unknown[] = [];
      const outbox = new Outbox(after, (one) => sent.push(one), { storage, host: "h" });
      outbox.sendAll();
      await turn();
      expect([sent, storage.kept.size, outbox.items]).toEqual([[], 0, []]);
    }
  });

  test("and nobody can read stays, and hinders nothing", async () => {
    const storage = memoryStorage();
    storage.kept.set("outbox.x", "{").set("host", "a secret of another kind");
    const { outbox, sent } = open({ storage, host: "h" });
    outbox.sendAll();
    void settled(outbox.post(message("one")));
    await turn();
    expect(sent.length).toBe(1);
    expect(storage.kept.get("outbox.x")).toBe("{");
  });
});

test("an allowance of more than two minutes is never sent, whatever the way and the machine do", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom("up", "down", "post", "restart"), ms: fc.constant(0) }),
    fc.record({ do: fc.constantFrom("pass", "sleep", "setBack"), ms: fc.integer({ min: 1, max: 90_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const storage = memoryStorage();
      const clock = new SleepyClock();
      // What the clocks of the machine say may be wrong; this is not.
      let trulyMs = 0;
      const decidedAt = new Map<string, number>();
      const wasSetBack = new Set<string>();
      const send = ({ id }: IntentMessage) => {
        if (!wasSetBack.has(id)) expect(trulyMs - (decidedAt.get(id) ?? 0)).toBeLessThanOrEqual(120_000);
      };
      let outbox = new Outbox(clock, send, { storage, host: "h" });
      for (const one of steps) {
        if (one.do === "up") outbox.sendAll();
        if (one.do === "down") outbox.lost();
        if (one.do === "post") {
          const id = `i${decidedAt.size}`;
          decidedAt.set(id, trulyMs);
          outbox.post(message(id)).catch(() => undefined);
        }
        if (one.do === "restart") {
          await turn();
          outbox.end(new Error("closed") as never);
          outbox = new Outbox(clock, send, { storage, host: "h" });
        }
        if (one.do === "sleep" || one.do === "setBack") {
          clock.asleep(one.do === "sleep" ? one.ms : -one.ms);
          if (one.do === "sleep") trulyMs += one.ms;
          // No clock that is left tells how old those are.
          else for (const id of decidedAt.keys()) wasSetBack.add(id);
        }
        if (one.do === "pass") {
          const untilMs = clock.monotonicMs() + one.ms;
          using _timer = clock.after(one.ms, () => undefined);
          trulyMs += one.ms;
          await clock.until(() => clock.monotonicMs() >= untilMs);
        }
        await turn();
      }
    }),
    { numRuns: 40 },
  );
});

test("a client of a host: what is decided offline is done once there is a way, and shown until then", async () => {
  const host = new MemoryHost();
  const storage = memoryStorage();
  const way = Promise.withResolvers<void>();
  const outbox = { storage, host: "memory" };
  await using open = new TestClient(host, clientWith("view", "control"), { outbox, before: way.promise });
  const shown: number[] = [];
  using _ = open.client.onOutbox((items) => shown.push(items.length));
  const done = open.client.intent("interrupt", {}, { sessionId });
  await turn();
  expect([storage.kept.size, host.done.length, shown.at(-1)]).toEqual([1, 0, 1]);
  way.resolve();
  expect(await done).toMatchObject({ kind: "interrupt" });
  await turn();
  expect([storage.kept.size, host.done.length, shown.at(-1)]).toEqual([0, 1, 0]);
});

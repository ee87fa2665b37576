import type { Clock, DeviceId } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { channelPair, IntentRates, serveClient } from "../src/server/index.ts";
import { hastyClock } from "./hasty-clock.ts";
import { clientWith, MemoryHost, sessionId } from "./memory-host.ts";

const device = (id: string) => ({ ...clientWith("view", "control"), id: id as DeviceId });

describe("what one client may send", () => {
  test("200 intents a minute over all its connections; more are refused, not done, and not held against it", async () => {
    let nowMs = 0;
    const rates = new IntentRates({ monotonicMs: () => nowMs });
    const host = new MemoryHost();
    const end = new AbortController();
    const connection = (id: string) => {
      const { near, far } = channelPair();
      void serveClient({
        channel: far,
        client: device(id),
        host,
        clock: hastyClock,
        signal: end.signal,
        rates,
      });
      const messages = near.messages[Symbol.asyncIterator]();
      near.send(JSON.stringify({ t: "hello", v: 1, client: { name: id, version: "0" } }));
      return async (intent: string) => {
        near.send(JSON.stringify({ t: "intent", id: intent, kind: "interrupt", args: {}, sessionId }));
        for (;;) {
          const { value = "" } = await messages.next();
          const message = JSON.parse(value);
          if (message.t === "intentResult") return message;
        }
      };
    };
    const [first, second, other] = [connection("a"), connection("a"), connection("b")];
    for (let nth = 0; nth < 200; nth++)
      expect(await (nth % 2 === 0 ? first : second)(`i${nth}`)).toMatchObject({ status: "applied" });
    nowMs = 20_500;
    const error = { code: "rateLimited", hint: "Try again in 40 s." };
    for (const send of [first, second])
      expect(await send("one-more")).toMatchObject({ status: "rejected", error });
    expect(host.done.length).toBe(200);
    expect(await other("b1")).toMatchObject({ status: "applied" });
    nowMs = 60_000;
    expect(await first("one-more")).toMatchObject({ status: "applied" });
    end.abort();
  });

  test("a client that does not say hello within five seconds is told why, and let go of", async () => {
    const waits: { readonly ms: number; readonly over: () => void }[] = [];
    const clock: Clock = {
      now: () => 0,
      monotonicMs: () => 0,
      sleep: (ms, signal) =>
        new Promise((over, reject) => {
          waits.push({ ms, over });
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    const { near, far } = channelPair();
    const { signal } = new AbortController();
    const served = serveClient({ channel: far, client: device("a"), host: new MemoryHost(), clock, signal });
    waits.find(({ ms }) => ms === 5_000)?.over();
    const told: unknown[] = [];
    for await (const text of near.messages) told.push(JSON.parse(text));
    expect(told).toMatchObject([{ t: "error", error: { code: "handshakeTimeout" } }, { t: "bye" }]);
    await served;
  });
});

import type { DeviceId, SessionId } from "@nucleic/protocol";
import { systemClock } from "@nucleic/protocol";
import type { Notice, PushSubscription } from "@nucleic/runtime";
import type { KeyStore } from "@nucleic/sync/noise";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakePushService } from "../testing/index.ts";
import { encryptPush } from "./encrypt-push.ts";
import { Vapid } from "./vapid.ts";
import { isPushService, webPushSink } from "./web-push-sink.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("a message is encrypted as the example of RFC 8291 is", () => {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const random = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const text = Buffer.from("When I grow up, I want to be a watermelon");
  expect(encryptPush(keys, text, { random, fillUpTo: text.length }).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

const notice = (id: string): Notice => ({
  id,
  sessionId: "0199-session" as SessionId,
  reason: "approval",
  title: "Nucleic: needs your approval",
  body: "a canary in the words of a person",
});

function memoryKeys(): KeyStore {
  const kept = new Map<string, string>();
  return {
    read: async (name) => kept.get(name),
    write: async (name, secret) => void kept.set(name, secret),
    remove: async (name) => void kept.delete(name),
    list: async () => [...kept.keys()],
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function world(hears: (device: string) => boolean = () => true) {
  const service = await fakePushService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const subscribed: (PushSubscription & { readonly deviceId: DeviceId })[] = [];
  const add = (name: string) => subscribed.push({ deviceId: name as DeviceId, ...service.subscribe(name) });
  const sink = webPushSink({
    subscriptions: {
      list: async () => [...subscribed],
      async remove(where) {
        const at = subscribed.findIndex((one) => "endpoint" in where && one.endpoint === where.endpoint);
        if (at >= 0) subscribed.splice(at, 1);
      },
    },
    vapid: async () => Vapid.open(keys, systemClock),
    mayHear: async (device) => hears(device),
    isAllowed: ({ hostname }) => hostname === "127.0.0.1",
  });
  const keys = memoryKeys();
  return { add, keys, service, sink, subscribed };
}

const never = new AbortController().signal;

describe("web push", () => {
  test("says ids alone, in messages that are equally long, to whoever may hear it", async () => {
    const { add, service, sink } = await world((device) => device !== "limited");
    for (const name of ["phone", "limited"]) add(name);
    await sink.show(notice("a"), never);
    await sink.show(notice("another one, with a longer id"), never);
    expect(service.messages.map(({ subscription, text }) => [subscription, JSON.parse(text)])).toEqual([
      ["phone", { v: 1, id: "a", sessionId: "0199-session", reason: "approval" }],
      ["phone", { v: 1, id: "another one, with a longer id", sessionId: "0199-session", reason: "approval" }],
    ]);
    expect(new Set(service.messages.map(({ bodyBytes }) => bodyBytes))).toEqual(new Set([2_151]));
    const [first, second] = service.messages.map(({ headers }) => headers);
    expect(first).toMatchObject({ urgency: "high", ttl: "3600", "content-encoding": "aes128gcm" });
    expect(first?.topic).toMatch(/^[\w-]{32}$/);
    expect(second?.topic).not.toBe(first?.topic);
  });

  test("forgets a subscription that is gone, and keeps one whose service has a bad day", async () => {
    const { add, service, sink, subscribed } = await world();
    for (const name of ["gone", "bad", "phone"]) add(name);
    service.answer("gone", 410);
    service.answer("bad", 500);
    await expect(sink.show(notice("a"), never)).rejects.toThrow(
      /^the push service at 127\.0\.0\.1:\d+ answered 500$/,
    );
    expect(subscribed.map(({ deviceId }) => deviceId)).toEqual(["bad", "phone"]);
    expect(service.messages.map(({ subscription }) => subscription)).toEqual(["phone"]);
  });

  test("has one key for all its life", async () => {
    const { keys } = await world();
    const [one, other] = [await Vapid.open(keys, systemClock), await Vapid.open(keys, systemClock)];
    expect(one.publicKey).toBe(other.publicKey);
    expect(bytes(one.publicKey).length).toBe(65);
  });

  test.each([
    ["https://fcm.googleapis.com/fcm/send/x", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
    ["http://fcm.googleapis.com/x", false],
    ["https://127.0.0.1/x", false],
    ["https://[::1]/x", false],
    ["https://localhost/x", false],
    ["https://router.local/x", false],
    ["https://0x7f000001/x", false],
  ])("%s: %s", (url, isOne) => {
    expect(isPushService(new URL(url))).toBe(isOne);
  });
});

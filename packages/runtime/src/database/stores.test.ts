import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DeviceId, type IntentId, type SessionId, systemClock } from "@nucleic/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import { deviceStore } from "./devices.ts";
import { type Intent, intentStore } from "./intents.ts";
import { openDatabase } from "./open.ts";
import { pushStore } from "./push.ts";
import { settingStore } from "./settings.ts";

async function stores() {
  const path = join(await temporaryDirectory(), "nucleic.db");
  const clock = testClock();
  const open = () => {
    const database = openDatabase(path, systemClock);
    onTestFinished(() => database.destroy());
    return {
      database,
      devices: deviceStore(database, clock),
      intents: intentStore(database, clock),
      push: pushStore(database, clock),
      settings: settingStore(database, clock),
    };
  };
  return { ...open(), clock, path, reopen: open };
}

const phone = "phone" as DeviceId;
const newPhone = {
  id: phone,
  label: "Phone",
  publicKey: new Uint8Array([1, 2]),
  sealedPsk: Buffer.from("a-very-secret-psk"),
};
const intent = (more: Partial<Intent> = {}): Intent => ({
  deviceId: phone,
  id: "i1" as IntentId,
  kind: "approve",
  sessionId: "s" as SessionId,
  args: { b: 1, a: [true] },
  requires: "approve",
  ...more,
});

describe("settings", () => {
  const bool = (value: unknown) =>
    typeof value === "boolean" ? { success: true as const, data: value } : { success: false as const };
  const quiet = { key: "quiet", schema: { safeParse: bool }, fallback: true };

  it("hold what fits them, and their fallback else", async () => {
    const { settings, database } = await stores();
    expect(await settings.get(quiet)).toBe(true);
    await settings.set(quiet, false);
    expect(await settings.get(quiet)).toBe(false);
    await expect(settings.set(quiet, "no" as never)).rejects.toMatchObject({ code: "badSetting" });
    for (const value of ['"of another version"', "not json"]) {
      await database.updateTable("setting").set({ value }).execute();
      expect(await settings.get(quiet)).toBe(true);
    }
    await settings.set(quiet, false);
    await settings.unset(quiet);
    expect(await settings.get(quiet)).toBe(true);
  });
});

describe("devices", () => {
  it("see and nothing more, until they are given more", async () => {
    const { devices } = await stores();
    expect(await devices.pair(newPhone)).toMatchObject({ state: "active", scopes: ["view"], epoch: 1 });
    expect(await devices.setScopes(phone, ["control"])).toMatchObject({
      scopes: ["view", "control"],
      epoch: 2,
    });
    await expect(devices.pair(newPhone)).rejects.toMatchObject({ code: "deviceExists" });
    await expect(devices.setScopes("x" as DeviceId, [])).rejects.toMatchObject({ code: "unknownDevice" });
    await devices.seen(phone);
    expect(await devices.get(phone)).toMatchObject({ lastSeenAt: 1_000, publicKey: Buffer.from([1, 2]) });
  });

  it("are known by the key they have and the one they have announced, and change over to it when they use it", async () => {
    const { devices } = await stores();
    const limits = { maxRisk: "write" as const, expiresAt: 9_000 };
    await devices.pair({ ...newPhone, confirmBy: 2_000, version: 1, limits });
    const [old, next] = [newPhone.publicKey, Buffer.from([9, 9])];
    expect(await devices.byKey(old)).toMatchObject({ id: phone, confirmBy: 2_000, version: 1, limits });
    await devices.announce(phone, next);
    expect(await devices.byKey(next)).toMatchObject({ id: phone, nextKey: next });
    expect(await devices.use({ id: phone, key: next, epoch: 2, version: 1 })).toBe(false);
    expect(await devices.use({ id: phone, key: next, epoch: 1, version: 3 })).toBe(true);
    expect(await devices.byKey(old)).toBeUndefined();
    const used = await devices.byKey(next);
    expect(used).toMatchObject({ publicKey: next, version: 3 });
    expect(used).not.toHaveProperty("confirmBy");
    expect(used).not.toHaveProperty("nextKey");
    await devices.removeUnconfirmed(phone);
    await devices.use({ id: phone, key: next, epoch: 1, version: 2 });
    expect(await devices.setLimits(phone, {})).toMatchObject({ limits: {}, epoch: 2, version: 3 });
    expect(await devices.rename(phone, "kitchen")).toMatchObject({ label: "kitchen", epoch: 2 });
    await devices.revoke(phone);
    expect(await devices.use({ id: phone, key: next, epoch: 3, version: 1 })).toBe(false);
    await expect(devices.rename(phone, "x")).rejects.toMatchObject({ code: "unknownDevice" });
  });

  it("that nobody has heard of are removed as if they had never been", async () => {
    const { devices } = await stores();
    await devices.pair({ ...newPhone, confirmBy: 2_000 });
    await devices.removeUnconfirmed(phone);
    expect(await devices.get(phone)).toBeUndefined();
    await devices.pair({ ...newPhone, confirmBy: 2_000 });
    await devices.confirm(phone);
    await devices.removeUnconfirmed(phone);
    expect(await devices.get(phone)).toMatchObject({ state: "active" });
  });

  it("that are revoked keep nothing, for good, and their secret is gone from the disk", async () => {
    const { devices, push, intents, database, path } = await stores();
    await devices.pair({ ...newPhone, scopes: ["approve", "control"] });
    await push.subscribe(phone, { endpoint: "https://push.invalid/1", keys: { p256dh: "p", auth: "a" } });
    await devices.revoke(phone);
    await devices.revoke(phone);
    const revoked = await devices.get(phone);
    expect(revoked).toMatchObject({ state: "revoked", scopes: [], epoch: 2, revokedAt: 1_000 });
    expect(revoked).not.toHaveProperty("sealedPsk");
    expect(await push.list()).toEqual([]);
    expect(await devices.list()).toEqual([]);
    expect(await devices.list({ includeRevoked: true })).toHaveLength(1);
    expect(await intents.accept(intent())).toEqual({ outcome: "refused", reason: "unknownDevice" });
    await expect(devices.setScopes(phone, ["view"])).rejects.toMatchObject({ code: "unknownDevice" });
    await expect(
      push.subscribe(phone, { endpoint: "x", keys: { p256dh: "", auth: "" } }),
    ).rejects.toMatchObject({
      code: "unknownDevice",
    });
    await expect(devices.pair(newPhone)).rejects.toMatchObject({ code: "deviceExists" });
    await database.destroy();
    expect((await readFile(path)).includes("a-very-secret-psk")).toBe(false);
  });
});

describe("intents", () => {
  it("are done once, however often and by whichever process they are taken in", async () => {
    const { devices, intents, reopen } = await stores();
    await devices.pair({ ...newPhone, scopes: ["approve"] });
    const other = reopen();
    const arrivals = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? intents : other.intents).accept(intent())),
    );
    expect(arrivals.filter((arrival) => arrival.outcome === "accepted")).toHaveLength(1);
    expect(arrivals.filter((arrival) => arrival.outcome === "known")).toHaveLength(9);
    const finished = await Promise.all([
      intents.finish(phone, intent().id, "done", { ok: 1 }),
      other.intents.finish(phone, intent().id, "rejected"),
    ]);
    expect(finished.filter(Boolean)).toHaveLength(1);
    const again = await intents.accept(intent({ args: { a: [true], b: 1 } }));
    expect(again).toMatchObject({ outcome: "known", state: finished[0] ? "done" : "rejected" });
  });

  it.each<[string, Partial<Intent>, string]>([
    ["with other arguments under the same id", { args: { b: 2 } }, "conflict"],
    ["of another session under the same id", { sessionId: "t" as SessionId }, "conflict"],
    ["that needs more than the device may", { id: "i2" as IntentId, requires: "control" }, "scope"],
    ["that came too late", { id: "i2" as IntentId, expiresAt: 1_000 }, "expired"],
    ["of a device nobody knows", { deviceId: "x" as DeviceId }, "unknownDevice"],
  ])("are refused: one %s", async (_what, more, reason) => {
    const { devices, intents } = await stores();
    await devices.pair({ ...newPhone, scopes: ["approve"] });
    await intents.accept(intent());
    expect(await intents.accept(intent(more))).toEqual({ outcome: "refused", reason });
  });

  it("that were begun when the process died are unknown, and never begun again", async () => {
    const { devices, intents, reopen, clock } = await stores();
    await devices.pair({ ...newPhone, scopes: ["approve"] });
    await intents.accept(intent());
    const next = reopen().intents;
    expect(await next.abandonUnfinished()).toEqual([
      { deviceId: phone, id: "i1", kind: "approve", sessionId: "s" },
    ]);
    expect(await next.accept(intent())).toEqual({ outcome: "known", state: "unknown" });
    expect(await next.finish(phone, intent().id, "done")).toBe(false);
    expect(await next.forgetBefore(clock.now())).toBe(0);
    clock.advance(1);
    expect(await next.forgetBefore(clock.now())).toBe(1);
  });
});

describe("push", () => {
  it("has one subscription a device, until the push service says that it is gone", async () => {
    const { devices, push } = await stores();
    await devices.pair(newPhone);
    const keys = { p256dh: "p", auth: "a" };
    await push.subscribe(phone, { endpoint: "https://push.invalid/1", keys });
    await push.subscribe(phone, { endpoint: "https://push.invalid/2", keys });
    expect(await push.list()).toEqual([{ deviceId: phone, endpoint: "https://push.invalid/2", keys }]);
    await push.remove({ endpoint: "https://push.invalid/1" });
    expect(await push.list()).toHaveLength(1);
    await push.remove({ endpoint: "https://push.invalid/2" });
    expect(await push.list()).toEqual([]);
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApprovalRequest, DeviceId, ProjectId } from "@nucleic/protocol";
import { systemClock } from "@nucleic/protocol";
import type { DeviceLimits, DeviceScope } from "@nucleic/protocol/messages";
import { type Channel, HostClient } from "@nucleic/sync/client";
import {
  approvalSigner,
  digestOf,
  HostConnection,
  loadSodium,
  type Pairing,
  pairWithHost,
  readPairingLink,
  type SecureChannel,
} from "@nucleic/sync/noise";
import { webSocketFrames } from "@nucleic/sync/transports";
import { expect, onTestFinished, test } from "vitest";
import type { DevicePushOptions } from "../src/index.ts";
import { fakePushService } from "../src/testing/index.ts";
import { allRecords, clientOf, newProject, scriptedHost, start } from "./support.ts";

// Real sockets and the real channel; only the agent is scripted.

const sodium = await loadSodium();
const clock = systemClock;
const never = new AbortController().signal;
const call = { call: "Bash" as const, input: { command: "make" } };

interface Given {
  readonly scopes?: DeviceScope[];
  readonly limits?: DeviceLimits;
  readonly digits?: (digits: string) => string;
}

async function world(push?: DevicePushOptions) {
  const scenario = { name: "asks", replies: [[call], [call], [{ say: "done" }]] };
  const host = await scriptedHost(
    { scenario },
    { devices: { listen: {}, hostName: "workshop", ...(push && { push }) } },
  );
  const admin = clientOf(host);
  const address = host.deviceAddress ?? "";

  const pair = async ({ scopes = ["approve"], limits = {}, digits = (shown) => shown }: Given = {}) => {
    const { pairingId } = await admin.intent("beginPairing", {});
    const state = await admin.query("pairing", { pairingId });
    if (state.state !== "open") throw new Error(`it is ${state.state}`);
    const shown = Promise.withResolvers<string>();
    const paired = pairWithHost({
      ...{ sodium, clock, transport: "direct", signal: never },
      link: await webSocketFrames(address)(never),
      pairingLink: readPairingLink(state.link),
      device: { name: "phone", platform: "test", requestedScopes: ["view"] },
      onDigits: shown.resolve,
      store: async () => undefined,
    });
    paired.catch(() => undefined);
    expect(await admin.query("pairing", { pairingId, after: "open" })).toMatchObject({ deviceName: "phone" });
    const args = { pairingId, digits: digits(await shown.promise), scopes, limits };
    return { confirmed: await admin.intent("confirmPairing", args), paired };
  };

  /** A client of a device, signing or not, and the channel that it has now. */
  const connect = async (pairing: Pairing, signs = true) => {
    const channels: SecureChannel[] = [];
    const connection = new HostConnection({
      ...{ sodium, clock, pairing, transport: "direct", clientVersion: "0" },
      dial: webSocketFrames(address),
      store: async () => undefined,
    });
    const client = new HostClient({
      name: "phone",
      maxAttempts: 1,
      ...(signs && { signer: approvalSigner(sodium, pairing) }),
      async connect(signal): Promise<Channel> {
        const channel = await connection.open(signal);
        channels.push(channel);
        return channel;
      },
    });
    onTestFinished(() => client.close());
    await client.ready();
    return { client, channels, pairingNow: () => connection.pairing };
  };

  const device = async (given?: Given) => {
    const { paired } = await pair(given);
    const pairing = await paired;
    return { pairing, id: pairing.deviceId as DeviceId, ...(await connect(pairing)) };
  };
  const ask = async (project?: ProjectId): Promise<ApprovalRequest> => {
    const sessionId = await start(admin, project ?? (await newProject(admin)));
    const { approvals } = await admin.board((board) =>
      board.approvals.some((one) => one.sessionId === sessionId),
    );
    const asked = approvals.find((one) => one.sessionId === sessionId);
    if (asked === undefined) throw new Error("nothing is asked");
    return asked;
  };
  return { host, admin, pair, connect, device, ask };
}

function allow(client: HostClient, request: ApprovalRequest, digest = digestOf(sodium, request)) {
  const args = { approvalId: request.id, digest, decision: { kind: "allow" as const } };
  return client.intent("approve", args, { sessionId: request.sessionId });
}

test("other digits than the device shows pair nothing", async () => {
  const { admin, pair } = await world();
  const other = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, "0");
  const { confirmed, paired } = await pair({ digits: other });
  expect(confirmed).toEqual({ outcome: "refused" });
  await expect(paired).rejects.toMatchObject({ code: "refused" });
  expect(await admin.query("devices", { includeRevoked: true })).toEqual([]);
});

test("what a device allows is signed, verified before the agent hears, and kept with the decision", async () => {
  const { admin, ask, connect, device } = await world();
  const { client, id, pairing } = await device();
  const request = await ask();
  const { client: silent } = await connect(pairing, false);
  await expect(allow(silent, request)).rejects.toMatchObject({ code: "badSignature" });
  await silent.close();
  const { client: again } = await connect(pairing);
  await expect(allow(again, { ...request, input: { command: "rm" } })).rejects.toMatchObject({
    code: "digestMismatch",
  });
  expect(await allow(again, request)).toMatchObject({
    outcome: "accepted",
    by: { by: "person", deviceId: id },
  });
  const records = await allRecords(admin, request.sessionId);
  expect(records.find(({ kind }) => kind === "approvalResolved")).toMatchObject({
    decidedBy: { deviceId: id },
    signature: { key: approvalSigner(sodium, pairing).key, digest: request.digest },
  });
  await expect(again.intent("stop", {}, { sessionId: request.sessionId })).rejects.toMatchObject({
    code: "scope",
  });
  await expect(again.query("devices", {})).rejects.toMatchObject({ code: "scope" });
  await client.close();
});

test("what a program of this machine calls a signature is not kept", async () => {
  const { admin, ask } = await world();
  const { id: approvalId, digest = "", sessionId } = await ask();
  const signature = { key: "k".repeat(43), digest, value: "v".repeat(86) };
  const args = { approvalId, digest, decision: { kind: "allow" as const }, signature };
  await admin.intent("approve", args, { sessionId });
  const records = await allRecords(admin, sessionId);
  expect(records.find(({ kind }) => kind === "approvalResolved")).not.toHaveProperty("signature");
});

test("a device that is limited to a project sees and answers that one alone", async () => {
  const { admin, ask, device } = await world();
  const [mine, other] = [await newProject(admin), await newProject(admin)];
  const [inMine, inOther] = [await ask(mine), await ask(other)];
  const { client } = await device({ limits: { projects: [mine] } });
  const board = await client.board(({ approvals }) => approvals.length > 0);
  expect(board.sessions.map(({ id }) => id)).toEqual([inMine.sessionId]);
  expect(board.approvals.map(({ id }) => id)).toEqual([inMine.id]);
  expect((await client.query("projects", {})).map(({ id }) => id)).toEqual([mine]);
  await expect(client.query("usage", {})).rejects.toMatchObject({ code: "beyondLimits" });
  await expect(client.query("pastRequests", { sessionId: inOther.sessionId })).rejects.toMatchObject({
    code: "unknownSession",
  });
  await expect(client.follow(inOther.sessionId).next()).rejects.toMatchObject({ code: "unknownSession" });
  await expect(client.intent("revokeRule", { ruleId: "any" })).rejects.toMatchObject({
    code: "beyondLimits",
  });
  await expect(allow(client, inOther)).rejects.toMatchObject({ code: "unknownSession" });
  expect(await allow(client, inMine)).toMatchObject({ outcome: "accepted" });
});

test("a ceiling of risk is for allowing: what is above it can be denied", async () => {
  const { ask, device } = await world();
  const { client } = await device({ limits: { maxRisk: "write" } });
  const request = await ask();
  await expect(allow(client, request)).rejects.toMatchObject({ code: "beyondLimits" });
  const { digest = "", id: approvalId, sessionId } = request;
  expect(await client.intent("deny", { approvalId, digest }, { sessionId })).toMatchObject({
    outcome: "accepted",
    decision: { kind: "deny" },
  });
});

test("one that is paired until some day allows once, and makes no rule that would outlast it", async () => {
  const { admin, ask, device } = await world();
  const { client } = await device({ limits: { expiresAt: 4_102_444_800_000 } });
  const request = await ask();
  const { id: approvalId, sessionId } = request;
  const always = {
    approvalId,
    digest: digestOf(sodium, request),
    decision: { kind: "allowAlways" as const, scope: "session" as const },
  };
  await expect(client.intent("approve", always, { sessionId })).rejects.toMatchObject({
    code: "beyondLimits",
  });
  expect(await allow(client, request)).toMatchObject({ outcome: "accepted" });
  expect(await admin.query("rules", {})).toEqual([]);
});

test("one whose time is over may do nothing, and sees nothing", async () => {
  const { ask, device } = await world();
  const { client } = await device({ limits: { expiresAt: 1 } });
  const request = await ask();
  expect(await client.board()).toMatchObject({ sessions: [], approvals: [] });
  await expect(allow(client, request)).rejects.toMatchObject({ code: "scope" });
  await expect(client.follow(request.sessionId).next()).rejects.toMatchObject({ code: "notNow" });
});

test("a change holds from the next intent on; a revocation ends the channel and is for good", async () => {
  const { admin, connect, ask, device } = await world();
  const { channels, client, id, pairing } = await device();
  const request = await ask();
  await admin.intent("changeDevice", { deviceId: id, name: "kitchen", scopes: ["view"] });
  expect(await channels[0]?.ended).toMatchObject({ isClean: true, reason: "renew" });
  await client.close();
  const second = await connect(pairing);
  expect(second.client.welcome?.scopes).toEqual(["view"]);
  await expect(allow(second.client, request)).rejects.toMatchObject({ code: "scope" });
  expect(await admin.query("devices", {})).toMatchObject([
    { name: "kitchen", state: "active", isConnected: true },
  ]);
  await admin.intent("revokeDevice", { deviceId: id });
  expect(await second.channels[0]?.ended).toMatchObject({ isClean: true, reason: "revoked" });
  expect(await admin.query("devices", {})).toEqual([]);
});

test("a host's new key is taken by devices, while the one before still opens its door", async () => {
  const { admin, connect, device, host } = await world();
  const { pairing } = await device();
  const there = await device();
  const before = there.pairingNow().hostKey;
  const { until } = await admin.intent("rotateHostKey", {});
  expect(until).toBeGreaterThan(clock.now() + 29 * 86_400_000);
  await expect.poll(() => there.pairingNow().nextHostKey?.publicKey).toBeDefined();
  const next = there.pairingNow().nextHostKey?.publicKey;
  expect(next).not.toEqual(before);
  const again = await connect(there.pairingNow());
  expect(again.pairingNow()).toMatchObject({ hostKey: next, nextHostKey: undefined });
  // One that was away all the time still finds the host, and hears of it.
  const late = await connect(pairing);
  await expect.poll(() => late.pairingNow().nextHostKey?.publicKey).toEqual(next);
  await expect(late.client.intent("rotateHostKey", {})).rejects.toMatchObject({ code: "scope" });

  for (let more = 0; more < 3; more++) await admin.intent("rotateHostKey", {});
  await expect(admin.intent("rotateHostKey", {})).rejects.toMatchObject({ code: "rotatedTooOften" });
  const kept = JSON.parse(await readFile(join(host.dataDir, "keys/host.secret"), "utf8"));
  expect(kept.former.length).toBe(4);
});

test("a device is woken where it has asked for it, while nobody looks, until it is revoked", async () => {
  await using service = await fakePushService();
  const { admin, ask, device } = await world({ isAllowed: ({ hostname }) => hostname === "127.0.0.1" });
  const { client, id } = await device();
  expect((await client.query("push", {})).key).toMatch(/^[\w-]{87}$/);
  const { endpoint, keys } = service.subscribe("phone");
  await expect(client.intent("setPush", { endpoint: "https://router.local/", keys })).rejects.toMatchObject({
    code: "badEndpoint",
  });
  await expect(admin.intent("setPush", { endpoint, keys })).rejects.toMatchObject({ code: "devicesOnly" });
  await client.intent("setPush", { endpoint, keys });
  const pushed = service.next();
  const request = await ask();
  expect(JSON.parse((await pushed).text)).toMatchObject({ sessionId: request.sessionId, reason: "approval" });

  client.presence("active");
  await client.query("projects", {});
  await ask();
  await admin.intent("revokeDevice", { deviceId: id });
  expect(service.messages.length).toBe(1);
});

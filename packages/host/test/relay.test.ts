import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DeviceId, systemClock } from "@nucleic/protocol";
import { type Channel, HostClient } from "@nucleic/sync/client";
import {
  approvalSigner,
  HostConnection,
  loadSodium,
  type Pairing,
  pairWithHost,
  readPairingLink,
} from "@nucleic/sync/noise";
import type { NatsDevice } from "@nucleic/sync/transports";
import {
  natsFrames,
  newRelayOperator,
  operatorConfig,
  relayCredentials,
  relayRevocations,
} from "@nucleic/sync/transports/node";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type NatsServer, startNats } from "../../sync/test/transports/nats-server.ts";
import type { Host } from "../src/index.ts";
import { clientOf, scriptedHost, temporaryDirectory } from "./support.ts";

// The real broker, with an operator of its own: it asks everybody who he is.

const sodium = await loadSodium();
const clock = systemClock;
const never = new AbortController().signal;
const operator = newRelayOperator();
let broker: NatsServer;
beforeAll(async () => {
  broker = await startNats(
    `max_payload: 70000\nresolver: { type: full, dir: "./accounts" }\n${operatorConfig(operator)}`,
  );
});
afterAll(() => broker?.stop());

/** A host that gives places out; `revoke` stands between it and the broker. */
function open(
  dataDir: string,
  revoke: (send: () => Promise<void>, users: readonly string[]) => Promise<void> = (send) => send(),
) {
  const servers = [broker.url];
  const { account, accountSeed, operatorSeed, systemCredentials } = operator;
  const tell = relayRevocations({ servers, account, operatorSeed, credentials: systemCredentials });
  const places = relayCredentials({
    account,
    accountSeed,
    revoke: (users) => revoke(() => tell(users), users),
  });
  const scenario = { name: "nothing", replies: [[{ say: "done" }]] };
  return scriptedHost(
    { scenario },
    { dataDir, devices: { hostName: "workshop", relay: { servers, places } } },
  );
}

const placeIn = (text: string | undefined) => JSON.parse(text ?? "") as NatsDevice;

async function pair(host: Host) {
  const admin = clientOf(host);
  const { pairingId } = await admin.intent("beginPairing", {});
  const state = await admin.query("pairing", { pairingId });
  if (state.state !== "open") throw new Error(`it is ${state.state}`);
  const pairingLink = readPairingLink(state.link);
  const used = placeIn(pairingLink.endpoints[0]?.address);
  const digits = Promise.withResolvers<string>();
  const paired = pairWithHost({
    ...{ sodium, clock, transport: "relay", signal: never, pairingLink },
    link: await natsFrames(used)(never),
    device: { name: "phone", platform: "test", requestedScopes: ["view"] },
    onDigits: digits.resolve,
    store: async () => undefined,
  });
  paired.catch(() => undefined);
  await admin.query("pairing", { pairingId, after: "open" });
  await admin.intent("confirmPairing", { pairingId, digits: await digits.promise, scopes: ["view"] });
  const pairing = await paired;
  return { admin, used, pairing, place: placeIn(pairing.relay) };
}

async function connect(pairing: Pairing, place: NatsDevice): Promise<HostClient> {
  const connection = new HostConnection({
    ...{ sodium, clock, pairing, transport: "relay", clientVersion: "0" },
    dial: natsFrames(place),
    store: async () => undefined,
  });
  const signer = approvalSigner(sodium, pairing);
  const client = new HostClient({
    ...{ name: "phone", maxAttempts: 1, signer },
    connect: (signal): Promise<Channel> => connection.open(signal),
  });
  onTestFinished(() => client.close());
  await client.ready();
  return client;
}

const codeOf = (done: Promise<unknown>) =>
  done.then(
    () => undefined,
    (error: { readonly code: string }) => error.code,
  );
const mayConnect = (place: NatsDevice) => codeOf(natsFrames(place)(never).then((link) => link.close()));

test("a device pairs in a mailbox of its own, gets a place, and loses it at the broker when it is revoked", async () => {
  const dataDir = await temporaryDirectory();
  const host = await open(dataDir);
  const { admin, used, pairing, place } = await pair(host);
  expect(place).toMatchObject({
    servers: [broker.url],
    credentials: expect.stringContaining("NATS USER JWT"),
  });
  expect([place.mailbox, place.device]).not.toEqual([used.mailbox, used.device]);
  // What was in the code opens nothing but its own mailbox.
  expect(await mayConnect({ ...used, mailbox: place.mailbox, device: place.device })).toBe("forbidden");
  expect(await mayConnect(place)).toBe(undefined);

  const client = await connect(pairing, place);
  expect(await client.query("projects", {})).toEqual([]);
  const kept = await readFile(join(dataDir, "keys/relay.secret"), "utf8");
  expect(kept).toContain(place.device);
  expect(kept).not.toContain("SEED");

  await admin.intent("revokeDevice", { deviceId: pairing.deviceId as DeviceId });
  await expect.poll(() => mayConnect(place), { timeout: 10_000 }).toBe("unauthorized");
  await expect.poll(() => readFile(join(dataDir, "keys/relay.secret"), "utf8")).not.toContain(place.device);
});

test("what the broker could not be told is told by the next host; meanwhile the device is not heard", async () => {
  const dataDir = await temporaryDirectory();
  const asked = Promise.withResolvers<void>();
  const host = await open(dataDir, async () => {
    asked.resolve();
    throw new Error("the broker is away");
  });
  const { admin, pairing, place } = await pair(host);
  await admin.intent("revokeDevice", { deviceId: pairing.deviceId as DeviceId });
  await asked.promise;
  expect(await mayConnect(place)).toBe(undefined);
  await host.close();

  const users: string[] = [];
  await open(dataDir, (send, all) => {
    users.push(...all);
    return send();
  });
  await expect.poll(() => mayConnect(place), { timeout: 10_000 }).toBe("unauthorized");
  expect(users.length).toBe(1);
  const { mailbox } = JSON.parse(await readFile(join(dataDir, "keys/relay.secret"), "utf8"));
  expect(mailbox).toBe(place.mailbox);
});

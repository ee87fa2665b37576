import { readFile } from "node:fs/promises";
import { credsAuthenticator, wsconnect } from "@nats-io/nats-core";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FrameLink } from "../../src/frames.ts";
import { newRelayToken } from "../../src/transports/nats-subjects.ts";
import { natsFrames } from "../../src/transports/node/nats.ts";
import { natsMailbox } from "../../src/transports/node/nats-mailbox.ts";
import { type RelayUser, relayCredentials } from "../../src/transports/node/relay/credentials.ts";
import { newRelayOperator, operatorConfig } from "../../src/transports/node/relay/operator.ts";
import { relayRevocations } from "../../src/transports/node/relay/revocations.ts";
import type { TransportError } from "../../src/transports/transport-error.ts";
import { type NatsServer, startNats } from "./nats-server.ts";

const never = new AbortController().signal;
const operator = newRelayOperator();
const config = `
  max_payload: 70000
  websocket { listen: "127.0.0.1:-1", no_tls: true }
  resolver: { type: full, dir: "./accounts" }
  ${operatorConfig(operator)}
`;
let server: NatsServer;
beforeAll(async () => {
  server = await startNats(config);
});
afterAll(() => server?.stop());

const credentials = (clock: Clock = systemClock) =>
  relayCredentials({
    account: operator.account,
    accountSeed: operator.accountSeed,
    revoke: (users) =>
      relayRevocations({
        servers: [server.url],
        credentials: operator.systemCredentials,
        account: operator.account,
        operatorSeed: operator.operatorSeed,
      })(users),
    clock,
  });

const dial = (user: RelayUser & { readonly device: string }) =>
  natsFrames({ servers: [server.url], ...user })(never);
const listen = (host: RelayUser, onProblem = (_: unknown) => {}) =>
  natsMailbox({ servers: [server.url], onProblem, ...host }, never);

test("a device speaks with its host, and a broker asks everybody who he is", async () => {
  const mailbox = newRelayToken();
  const minted = credentials();
  await using host = await listen(minted.forHost(mailbox));
  const device = minted.forDevice(mailbox, newRelayToken());
  const near = await dial(device);
  near.send(Uint8Array.of(1, 2));
  const { value } = await host.links[Symbol.asyncIterator]().next();
  value?.link.send(Uint8Array.of(3));
  value?.link.close();
  expect([value?.from, await all(near), await all(value?.link)]).toEqual([
    device.device,
    [Uint8Array.of(3)],
    [Uint8Array.of(1, 2)],
  ]);
  const { credentials: _, ...nobody } = device;
  await expect(natsFrames({ servers: [server.url], ...nobody })(never)).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("a device of another host, a forged one and one that names another device are refused", async () => {
  const [mailbox, other] = [newRelayToken(), newRelayToken()];
  const minted = credentials();
  const mine = minted.forDevice(mailbox, newRelayToken());
  for (const wrong of [
    { ...mine, mailbox: other },
    { ...mine, device: newRelayToken() },
  ])
    await expect(dial(wrong)).rejects.toMatchObject({ code: "forbidden" });
  await expect(listen({ ...mine })).rejects.toMatchObject({ code: "forbidden" });
  const stranger = newRelayOperator();
  const forged = relayCredentials({ ...stranger, account: operator.account, revoke: async () => {} });
  await expect(dial(forged.forDevice(mailbox, newRelayToken()))).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("by no way of NATS does a device reach a subject that is not its own", async () => {
  const mailbox = newRelayToken();
  const [one, other] = [newRelayToken(), newRelayToken()];
  const { credentials: text } = credentials().forDevice(mailbox, one);
  const connection = await wsconnect({
    servers: server.webSocketUrl,
    authenticator: credsAuthenticator(new TextEncoder().encode(text)),
    reconnect: false,
  });
  const refused: string[] = [];
  const watching = (async () => {
    for await (const status of connection.status())
      if (status.type === "error") refused.push(status.error.message);
  })();
  const reads = [`nuc.${mailbox}.up.${one}`, `nuc.${mailbox}.down.*`, "nuc.>", ">", "_INBOX.>", "$SYS.>"];
  for (const subject of reads) {
    connection.subscribe(subject, { callback: () => {} });
    await connection.flush();
  }
  const writes = [
    `nuc.${mailbox}.up.${other}`,
    `nuc.${mailbox}.down.${one}`,
    "$JS.API.INFO",
    "$SYS.REQ.SERVER.PING",
  ];
  for (const subject of writes) connection.publish(subject, "x");
  await expect.poll(() => refused.length).toBe(reads.length + writes.length);
  await connection.close();
  await watching;
  for (const message of refused) expect(message).toMatch(/permissions violation/i);
});

test("a device that is revoked is cut off at once and does not come back; another one stays", async () => {
  const mailbox = newRelayToken();
  const minted = credentials();
  await using host = await listen(minted.forHost(mailbox));
  const incoming = host.links[Symbol.asyncIterator]();
  const [revoked, kept] = [
    minted.forDevice(mailbox, newRelayToken()),
    minted.forDevice(mailbox, newRelayToken()),
  ];
  const link = await dial(revoked);
  const other = await dial(kept);
  await Promise.all([minted.revoke([revoked.user]), all(link)]);
  await expect(dial(revoked)).rejects.toMatchObject({ code: "unauthorized" });
  // Twice is no error, and two at once both come through.
  await Promise.all([
    minted.revoke([revoked.user]),
    ...[1, 2].map(() => minted.revoke([minted.forDevice(mailbox, newRelayToken()).user])),
  ]);
  other.send(Uint8Array.of(1));
  expect((await incoming.next()).value?.from).toBe(kept.device);
  other.close();
});

test("a broker that starts again still knows who was revoked, whatever its configuration began with", async () => {
  const [revoked, kept] = [1, 2].map(() => credentials().forDevice(newRelayToken(), newRelayToken()));
  if (!revoked || !kept) throw new Error("two were asked for");
  await credentials().revoke([revoked.user]);
  await using again = await startNats(config, { folder: server.folder });
  const servers = [again.url];
  await expect(natsFrames({ ...revoked, servers })(never)).rejects.toMatchObject({ code: "unauthorized" });
  (await natsFrames({ ...kept, servers })(never)).close();
});

test("a revoked host's mailbox ends, and says why", async () => {
  const minted = credentials();
  const user = minted.forHost(newRelayToken());
  const problems: unknown[] = [];
  const host = await listen(user, (problem) => problems.push(problem));
  await minted.revoke([user.user]);
  for await (const _ of host.links);
  expect(problems.at(-1)).toMatchObject({ code: "unauthorized" });
});

test("a place for pairing is one of its own, for 120 seconds, after which the broker ends it", async () => {
  const still: Clock = { ...systemClock, now: () => 1_000_000 };
  const { host, device } = credentials(still).forPairing();
  expect([host.mailbox, host.expiresAt, device.expiresAt]).toEqual([device.mailbox, 1_120_000, 1_120_000]);

  const ago = (ms: number): Clock => ({ ...systemClock, now: () => systemClock.now() - ms });
  const { device: late } = credentials(ago(121_000)).forPairing();
  await expect(dial(late)).rejects.toMatchObject({ code: "unauthorized" });

  // Four or five seconds are left. Where dialling takes longer there is no link any more that could end.
  const { device: live } = credentials(ago(115_000)).forPairing();
  const ended = await dial(live).then(all, ({ code }: TransportError) => code);
  expect([[], "unauthorized"]).toContainEqual(ended);
  // In the very second of the end a broker may hang up without a word.
  const again = () => dial(live).then(all, ({ code }: TransportError) => code);
  await expect.poll(again, { timeout: 20_000 }).toBe("unauthorized");
});

test("a pairing's two ends meet in a mailbox that no other place reaches", async () => {
  const { host, device } = credentials().forPairing();
  await using listening = await listen(host);
  const near = await dial(device);
  near.send(Uint8Array.of(1));
  expect((await listening.links[Symbol.asyncIterator]().next()).value?.from).toBe(device.device);
  near.close();
  const other = credentials().forHost(newRelayToken());
  await expect(listen({ ...other, mailbox: device.mailbox })).rejects.toMatchObject({ code: "forbidden" });
});

test("the broker's files and its log hold no seed", async () => {
  const seeds = [operator.operatorSeed, operator.accountSeed];
  const kept = [await readFile(`${server.folder}/server.conf`, "utf8"), ...server.log].join("\n");
  expect(seeds.filter((seed) => kept.includes(seed))).toEqual([]);
});

async function all(link: FrameLink | undefined): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for await (const frame of link?.frames ?? []) frames.push(frame);
  return frames;
}

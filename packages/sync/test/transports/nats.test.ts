import { wsconnect } from "@nats-io/nats-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FrameLink } from "../../src/frames.ts";
import { frameLinkContract } from "../../src/testing/frame-link-contract.ts";
import { natsFrames as overWebSocket } from "../../src/transports/nats.ts";
import { newRelayToken } from "../../src/transports/nats-subjects.ts";
import { natsFrames as overAny } from "../../src/transports/node/nats.ts";
import { natsMailbox } from "../../src/transports/node/nats-mailbox.ts";
import type { TransportError } from "../../src/transports/transport-error.ts";
import { type NatsServer, openConfig, startNats } from "./nats-server.ts";
import { tcpProxy } from "./tcp-proxy.ts";

const never = new AbortController().signal;
let server: NatsServer;
beforeAll(async () => {
  server = await startNats(openConfig);
});
afterAll(() => server?.stop());

for (const [name, natsFrames] of [
  ["NATS over WebSocket", overWebSocket],
  ["NATS over TCP", overAny],
] as const) {
  frameLinkContract({ describe, test, expect }, name, async () => {
    const url = new URL(natsFrames === overWebSocket ? server.webSocketUrl : server.url);
    const proxy = await tcpProxy(Number(url.port));
    const mailbox = newRelayToken();
    const device = newRelayToken();
    const host = await natsMailbox({ servers: [server.url], mailbox }, never);
    const incoming = host.links[Symbol.asyncIterator]();
    const stranger = await wsconnect({ servers: server.webSocketUrl });
    const garbage = (subject: string, data: Uint8Array) => async () => {
      stranger.publish(subject, data);
      await stranger.flush();
    };
    const both = [`nuc.${mailbox}.up.${device}`, `nuc.${mailbox}.down.${device}`];
    return {
      dial: () =>
        natsFrames({ servers: [`${url.protocol}//127.0.0.1:${proxy.port}`], mailbox, device })(never),
      accepted: async () => {
        const { value, done } = await incoming.next();
        if (done) throw new Error("the mailbox has ended");
        return value.link;
      },
      cut: () => proxy.cut(),
      afterCut: "silence",
      strangers: [
        ...both.map((subject) => garbage(subject, new Uint8Array(0))),
        ...both.map((subject) => garbage(subject, new Uint8Array(7))),
        // The end of a conversation that there is not, a frame of it, and a message that is too long.
        ...both.map((subject) => garbage(subject, new Uint8Array(8))),
        garbage(both[1] ?? "", new Uint8Array(100)),
        ...both.map((subject) => garbage(subject, new Uint8Array(69_000))),
        garbage(`nuc.${mailbox}.up.${"A".repeat(26)}`, new Uint8Array(100)),
      ],
      async [Symbol.asyncDispose]() {
        await host.close();
        await stranger.close();
        await proxy.close();
      },
    };
  });
}

test("a broker that restarts ends every link, and the mailbox is there again for the next one", async () => {
  await using first = await startNats(openConfig);
  const port = Number(new URL(first.url).port);
  const problems: TransportError[] = [];
  const mailbox = newRelayToken();
  const onProblem = (problem: TransportError) => problems.push(problem);
  await using host = await natsMailbox({ servers: [first.url], mailbox, onProblem }, never);
  const dial = overAny({ servers: [first.url], mailbox, device: newRelayToken() });
  const incoming = host.links[Symbol.asyncIterator]();
  const near = await dial(never);
  near.send(Uint8Array.of(1));
  const far = (await incoming.next()).value?.link;
  await first.stop();
  expect([await all(near), await all(far)]).toEqual([[], [Uint8Array.of(1)]]);
  await expect(dial(never)).rejects.toMatchObject({ code: "unreachable" });

  await using second = await startNats(openConfig, { port });
  expect(second.url).toBe(first.url);
  const again = await overAny({ servers: [second.url], mailbox, device: newRelayToken() })(never);
  const next = incoming.next();
  // The mailbox comes back when it comes back: until then nobody is there to hear.
  const timer = setInterval(() => again.send(Uint8Array.of(2)), 50);
  expect((await next).value?.from).toMatch(/^[a-z2-7]{26}$/);
  clearInterval(timer);
  again.close();
});

test("a device opens no more links than it may, and learns so at once", async () => {
  const problems: string[] = [];
  const mailbox = newRelayToken();
  await using host = await natsMailbox(
    { servers: [server.url], mailbox, maxPerDevice: 2, onProblem: ({ code }) => problems.push(code) },
    never,
  );
  const dial = overAny({ servers: [server.url], mailbox, device: newRelayToken() });
  const links = await Promise.all([dial(never), dial(never), dial(never)]);
  for (const link of links.slice(0, 2)) link.send(Uint8Array.of(1));
  const incoming = host.links[Symbol.asyncIterator]();
  await incoming.next();
  await incoming.next();
  links[2]?.send(Uint8Array.of(1));
  expect(await all(links[2])).toEqual([]);
  expect(problems).toEqual(["full"]);
});

test("a link that nobody reads ends before it fills the memory", async () => {
  const problems: string[] = [];
  const mailbox = newRelayToken();
  await using host = await natsMailbox(
    { servers: [server.url], mailbox, onProblem: ({ code }) => problems.push(code) },
    never,
  );
  const near = await overAny({ servers: [server.url], mailbox, device: newRelayToken() })(never);
  for (let at = 0; at < 100; at++) near.send(new Uint8Array(60_000));
  expect(await all(near)).toEqual([]);
  const { value } = await host.links[Symbol.asyncIterator]().next();
  expect((await all(value?.link)).length).toBeLessThan(80);
  expect(problems).toEqual(["slow"]);
});

test("a device that the host does not accept is not heard", async () => {
  const mailbox = newRelayToken();
  const [taken, other] = [newRelayToken(), newRelayToken()];
  const accepts = (device: string) => device === taken;
  await using host = await natsMailbox({ servers: [server.url], mailbox, accepts }, never);
  for (const device of [other, taken]) {
    const link = await overAny({ servers: [server.url], mailbox, device })(never);
    link.send(Uint8Array.of(1));
  }
  expect((await host.links[Symbol.asyncIterator]().next()).value?.from).toBe(taken);
});

test("what cannot be a mailbox, an address without a broker and a dial that is given up are typed", async () => {
  const device = { servers: [server.url], mailbox: newRelayToken(), device: newRelayToken() };
  await expect(overAny({ ...device, mailbox: "*" })(never)).rejects.toMatchObject({ code: "invalid" });
  await expect(overAny({ ...device, device: "a.>" })(never)).rejects.toMatchObject({ code: "invalid" });
  const nowhere = { ...device, servers: ["nats://127.0.0.1:1"] };
  await expect(overAny(nowhere)(never)).rejects.toMatchObject({ code: "unreachable" });
  await expect(overAny(device)(AbortSignal.abort("enough"))).rejects.toBe("enough");
});

test("a broker that lets through less than a frame is refused, with what to set", async () => {
  await using small = await startNats("max_payload: 60000");
  const dial = overAny({ servers: [small.url], mailbox: newRelayToken(), device: newRelayToken() });
  await expect(dial(never)).rejects.toMatchObject({
    code: "invalid",
    hint: expect.stringContaining("max_payload"),
  });
});

async function all(link: FrameLink | undefined): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for await (const frame of link?.frames ?? []) frames.push(frame);
  return frames;
}

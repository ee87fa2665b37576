import fc from "fast-check";
import { expect, test } from "vitest";
import type { FrameLink } from "../../src/frames.ts";
import type { Transport } from "../../src/noise/wire.ts";
import { frameLinkPair, type LinkFaults } from "../../src/testing/frame-link-pair.ts";
import type { FrameListener } from "../../src/transports/listener.ts";
import { natsFrames } from "../../src/transports/nats.ts";
import { newRelayToken } from "../../src/transports/nats-subjects.ts";
import { natsMailbox } from "../../src/transports/node/nats-mailbox.ts";
import { webSocketListener } from "../../src/transports/node/web-socket-listener.ts";
import { webSocketFrames } from "../../src/transports/web-socket.ts";
import { openConfig, startNats } from "../transports/nats-server.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { nextOf, World } from "./world.ts";

const never = new AbortController().signal;

/** Pairs, connects twice and exchanges messages over real links. */
async function showThat(
  listener: FrameListener,
  dial: (signal: AbortSignal) => Promise<FrameLink>,
  transport: Transport,
): Promise<void> {
  const world = new World();
  void (async () => {
    for await (const { link, from } of listener.links)
      void world.responder.accept(link, { transport, source: from });
  })();
  const pairing = await world.pair({ transport }, undefined, { device: await dial(never) });
  const open = () => world.connect(pairing, async () => ({ device: await dial(never) }), transport);
  const before = await open();
  const { near, far } = await open();
  expect(await before.near.ended).toMatchObject({ isClean: true, by: "them", reason: "replaced" });
  const long = "canary ".repeat(50_000);
  near.send(long);
  far.channel.send(long);
  expect([await nextOf(far.channel), await nextOf(near)]).toEqual([long, long]);
  world.directory.revoke(pairing.deviceId);
  world.responder.endDevice(pairing.deviceId, "revoked");
  expect(await near.ended).toMatchObject({ isClean: true, by: "them", reason: "revoked" });
  await world.responder.close();
  expect(world.problems).toEqual([]);
}

test("over WebSockets", async () => {
  await using listener = await webSocketListener();
  await showThat(listener, webSocketFrames(listener.url), "direct");
});

test("over a broker", async () => {
  await using server = await startNats(openConfig);
  const [mailbox, device] = [newRelayToken(), newRelayToken()];
  await using listener = await natsMailbox({ servers: [server.url], mailbox }, never);
  await showThat(listener, natsFrames({ servers: [server.webSocketUrl], mailbox, device }), "relay");
});

/** A pairing, then a channel over a link that does wrong. What arrived at the host, and how it ended there. */
async function overFaultyLink(faults: LinkFaults, count: number) {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const pairing = await world.pair();
  const pair = frameLinkPair({ clock, ...faults });
  void world.responder.accept(pair.far, { transport: "direct", source: "a" });
  const opened = world.connect(pairing, () => ({ device: pair.near }));
  let settled: Awaited<typeof opened> | undefined;
  let failure: unknown;
  opened.then(
    (both) => {
      settled = both;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  await clock.until(() => settled !== undefined || failure !== undefined);
  if (settled === undefined) return { got: [], end: undefined };
  const { near, far } = settled;
  for (let i = 0; i < count; i++) near.send(`message ${i} ${"x".repeat(i * 97)}`);
  near.close();
  let isOver = false;
  void far.channel.ended.then(() => {
    isOver = true;
  });
  await clock.until(() => isOver);
  const got: string[] = [];
  for await (const text of far.channel.messages) got.push(text);
  return { got, end: await far.channel.ended };
}

const sent = (count: number) => Array.from({ length: count }, (_, i) => `message ${i} ${"x".repeat(i * 97)}`);

test("frames that come twice make no message come twice", async () => {
  const { got, end } = await overFaultyLink({ arrivals: ({ at }) => [0, at % 3] }, 30);
  expect(got).toEqual(sent(30));
  expect(end).toMatchObject({ isClean: true, by: "them", reason: "done" });
});

test("whatever a link loses, delays or reorders: a beginning of what was sent arrives, and an end that is no clean one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom([0], [0], [0], [], [5], [0, 9]), { minLength: 40, maxLength: 40 }),
      async (fates) => {
        // The handshake goes through.
        const arrivals: LinkFaults["arrivals"] = ({ at }) => (at < 2 ? [0] : (fates[at] ?? [0]));
        const { got, end } = await overFaultyLink({ arrivals }, 20).catch(() => ({
          got: [],
          end: undefined,
        }));
        expect(got).toEqual(sent(20).slice(0, got.length));
        if (end?.isClean) expect(got).toHaveLength(20);
      },
    ),
    { numRuns: 25 },
  );
});

test("a link that is cut at any byte loses an end, and says so", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12_000 }), async (cutAtByte) => {
      const { got, end } = await overFaultyLink({ cutAtByte }, 10).catch(() => ({ got: [], end: undefined }));
      expect(got).toEqual(sent(10).slice(0, got.length));
      if (got.length < 10) expect(end?.isClean ?? false).toBe(false);
    }),
    { numRuns: 25 },
  );
});

import type { DeviceId } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { HostClient } from "../../src/client/index.ts";
import type { FrameLink } from "../../src/frames.ts";
import { serveClient } from "../../src/server/index.ts";
import { newRelayToken } from "../../src/transports/nats-subjects.ts";
import { natsFrames } from "../../src/transports/node/nats.ts";
import { natsMailbox } from "../../src/transports/node/nats-mailbox.ts";
import { clientWith, MemoryHost, sessionId } from "../memory-host.ts";
import { World } from "../noise/world.ts";
import { Picture } from "../picture.ts";
import { openConfig, startNats } from "./nats-server.ts";
import { tcpProxy } from "./tcp-proxy.ts";

const never = new AbortController().signal;

/** A link that counts what is sent on it. */
function counted(link: FrameLink, onSent: () => void): FrameLink {
  return {
    get buffered() {
      return link.buffered;
    },
    frames: link.frames,
    send(frame) {
      onSent();
      link.send(frame);
    },
    close: (reason) => link.close(reason),
  };
}

test("a gap that a connection outlives costs nothing, and one that it does not costs four frames: no stream has to bridge it", async () => {
  await using server = await startNats(openConfig);
  const proxy = await tcpProxy(Number(new URL(server.url).port));
  const host = new MemoryHost();
  host.append("turnStarted");
  const end = new AbortController();
  const world: World = new World({
    onDevice: (connected) => {
      const { channel, row } = connected;
      world.connected.push(connected);
      const client = { ...clientWith("view"), id: row.deviceId as DeviceId };
      void serveClient({ channel, client, host, clock: world.clock, signal: end.signal });
    },
  });
  const [mailbox, device] = [newRelayToken(), newRelayToken()];
  await using listener = await natsMailbox({ servers: [server.url], mailbox }, never);
  void (async () => {
    for await (const { link, from } of listener.links)
      void world.responder.accept(link, { transport: "relay", source: from });
  })();
  const dial = natsFrames({ servers: [`nats://127.0.0.1:${proxy.port}`], mailbox, device });
  /** Frames that the device has sent, on each of its links. */
  const sent: number[] = [];
  const dialCounted = async () => {
    const link = await dial(never);
    const at = sent.push(0) - 1;
    const onSent = () => {
      sent[at] = (sent[at] ?? 0) + 1;
    };
    return { device: counted(link, onSent) };
  };
  const connection = world.connection(await world.pair(), dialCounted, "relay");
  await using client = new HostClient({
    name: "phone",
    random: () => 0,
    connect: (signal) => connection.open(signal),
  });
  const news = client.follow(sessionId);
  const picture = new Picture();
  const readAll = async () => {
    while (picture.head < host.log.length) {
      const { value } = await news.next();
      if (value) picture.take(value);
    }
  };
  const write = (count: number) => {
    for (let i = 0; i < count; i++) host.append("userMessage");
  };
  await readAll();

  proxy.hold();
  write(50);
  // Until the broker has taken it all, and passes it on to a device that hears nothing.
  const isWaiting = () => (world.connected.at(-1)?.channel.buffered ?? 0) > 0;
  while (!isWaiting()) await new Promise(setImmediate);
  while (isWaiting()) await new Promise(setImmediate);
  expect(picture.head).toBe(1);
  proxy.release();
  await readAll();
  expect(sent).toHaveLength(1);

  proxy.cut();
  write(50);
  await readAll();
  expect(picture.snapshots).toBe(1);
  expect([...picture.records.values()]).toEqual(host.log);
  // The handshake's first message, the proof that it is now, hello, and the cursor.
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(4);
  end.abort();
  await client.close();
  await world.responder.close();
  await proxy.close();
});

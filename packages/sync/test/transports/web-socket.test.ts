import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { frameLinkContract } from "../../src/testing/frame-link-contract.ts";
import { webSocketListener } from "../../src/transports/node/web-socket-listener.ts";
import { webSocketFrames } from "../../src/transports/web-socket.ts";
import { tcpProxy } from "./tcp-proxy.ts";

const never = new AbortController().signal;

frameLinkContract({ describe, test, expect }, "a WebSocket", async () => {
  const listener = await webSocketListener();
  const proxy = await tcpProxy(Number(new URL(listener.url).port));
  const incoming = listener.links[Symbol.asyncIterator]();
  const stranger =
    (data: Buffer | string, options = {}) =>
    async () => {
      const socket = new WebSocket(listener.url, { perMessageDeflate: true });
      await once(socket, "open");
      // The listener makes a link of it, which is not the one that is tested.
      await incoming.next();
      socket.send(data, options);
      await once(socket, "close");
    };
  return {
    dial: () => webSocketFrames(`ws://127.0.0.1:${proxy.port}`)(never),
    accepted: async () => {
      const { value, done } = await incoming.next();
      if (done) throw new Error("the listener has ended");
      return value.link;
    },
    cut: () => proxy.cut(),
    afterCut: "end",
    strangers: [
      stranger("a text"),
      stranger(Buffer.alloc(70_000)),
      stranger(Buffer.alloc(0)),
      () => raw(listener.url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
      () => raw(listener.url, "\u0016\u0003\u0001 not HTTP at all\r\n\r\n"),
      () =>
        raw(
          listener.url,
          "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX: ".padEnd(9_000, "x"),
        ),
    ],
    async [Symbol.asyncDispose]() {
      await listener.close();
      await proxy.close();
    },
  };
});

test("whoever asks for a page gets no answer at all", async () => {
  await using listener = await webSocketListener();
  expect(await answer(listener.url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
  expect(await answer(listener.url, "POST /frames HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")).toBe(
    "",
  );
});

test("no compression is agreed on", async () => {
  await using listener = await webSocketListener();
  const socket = new WebSocket(listener.url, { perMessageDeflate: true });
  await once(socket, "open");
  expect(socket.extensions).toBe("");
});

test("of one address no more are taken than are allowed, until one of them goes", async () => {
  await using listener = await webSocketListener({ maxPerAddress: 2 });
  const open = webSocketFrames(listener.url);
  const first = await open(never);
  await open(never);
  await expect(open(never)).rejects.toMatchObject({ code: "unreachable" });
  first.close();
  for await (const _ of first.frames);
  const { value } = await listener.links[Symbol.asyncIterator]().next();
  for await (const _ of value?.link.frames ?? []);
  await expect
    .poll(() =>
      open(never).then(
        () => "opened",
        () => "refused",
      ),
    )
    .toBe("opened");
});

test("where nobody listens, that is said; and a dial that is given up rejects with its reason", async () => {
  const listener = await webSocketListener();
  await listener.close();
  await listener.close();
  await expect(webSocketFrames(listener.url)(never)).rejects.toMatchObject({ code: "unreachable" });
  await expect(webSocketFrames(listener.url)(AbortSignal.abort("enough"))).rejects.toBe("enough");
});

test("a port that is taken is a typed error", async () => {
  await using listener = await webSocketListener();
  const port = Number(new URL(listener.url).port);
  await expect(webSocketListener({ port })).rejects.toMatchObject({ code: "unreachable" });
});

async function raw(url: string, text: string): Promise<void> {
  await answer(url, text);
}

/** All that comes back, until the connection ends. */
async function answer(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let all = "";
  socket.on("data", (data) => {
    all += data;
  });
  // A reset is an end too.
  socket.on("error", () => undefined);
  socket.end(text);
  await once(socket, "close");
  return all;
}

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut: both sides of each connection are reset. Or held: nothing passes, and nothing is lost. */
export interface TcpProxy {
  readonly port: number;
  cut(): void;
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

/** Opens one, to a port of loopback. */
export async function tcpProxy(to: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      pairs.set(one, other);
      one.pipe(other);
      // Either end may be reset: that is what it is for.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        pairs.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    hold() {
      for (const [one, other] of pairs) one.unpipe(other).pause();
    },
    release() {
      for (const [one, other] of pairs) one.pipe(other);
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

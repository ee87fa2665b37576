import { once } from "node:events";
import { createServer } from "node:net";

/** A proxy that lets nothing through and keeps the first line of whatever was to leave this machine. */
export interface OutsideProxy extends AsyncDisposable {
  /** Variables that send to it everything but loopback. */
  readonly env: Readonly<Record<string, string>>;
  readonly attempts: readonly string[];
  /** Resolves at the first of them. */
  readonly attempted: Promise<void>;
}

/** Starts one on a free port of loopback. */
export async function outsideProxy(): Promise<OutsideProxy> {
  const attempts: string[] = [];
  const first = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (data) => {
      attempts.push(data.toString("latin1").split("\r\n")[0] ?? "");
      first.resolve();
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the proxy listens on no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    attempts,
    attempted: first.promise,
    env: {
      HTTP_PROXY: url,
      http_proxy: url,
      HTTPS_PROXY: url,
      https_proxy: url,
      ALL_PROXY: url,
      all_proxy: url,
      NO_PROXY: "127.0.0.1,localhost",
      no_proxy: "127.0.0.1,localhost",
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

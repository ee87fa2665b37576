import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findExecutable, localProcessHost, type ProcessHandle } from "@nucleic/process";

/** A broker of its own, on loopback. */
export interface NatsServer extends AsyncDisposable {
  /** `nats://127.0.0.1:…`. */
  readonly url: string;
  /** `ws://127.0.0.1:…`; empty where the configuration has none. */
  readonly webSocketUrl: string;
  readonly folder: string;
  /** What it has said so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** What a client asks for by TCP and WebSocket, and nobody has to say who he is. */
export const openConfig = `
  max_payload: 70000
  websocket { listen: "127.0.0.1:-1", no_tls: true }
`;

const path = `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/bin:/opt/homebrew/bin`;

/** Starts the real one, on ports that are free, or on `port`. @throws where this machine has none, or it does not start */
export async function startNats(config: string, { port = -1, folder = "" } = {}): Promise<NatsServer> {
  const command = await findExecutable("nats-server", { PATH: path });
  if (command === undefined)
    throw new Error(
      "no nats-server here: `apt-get install nats-server` (`.ci/packages`), `brew install nats-server`",
    );
  const own = folder === "" ? await mkdtemp(join(tmpdir(), "nats-")) : folder;
  const file = join(own, "server.conf");
  await writeFile(file, config, { mode: 0o600 });
  const log: string[] = [];
  const ready = Promise.withResolvers<void>();
  const server = localProcessHost().spawn({
    command,
    args: ["-c", file, "-a", "127.0.0.1", "-p", String(port)],
    cwd: own,
    env: { PATH: path, HOME: own },
    runId: randomUUID(),
    stdin: "ignore",
    grace: { interruptMs: 2_000, terminateMs: 2_000 },
    onStderrLine: (line) => {
      log.push(line);
      if (line.includes("Server is ready")) ready.resolve();
    },
  });
  const stop = async () => {
    await server.stop("SIGKILL");
    if (folder === "") await rm(own, { recursive: true, force: true });
  };
  await Promise.race([ready.promise, failed(server, log)]);
  return {
    url: `nats://127.0.0.1:${found(log, /client connections on 127\.0\.0\.1:(\d+)/)}`,
    webSocketUrl: `ws://127.0.0.1:${found(log, /websocket clients on wss?:\/\/[^:]+:(\d+)/)}`,
    folder: own,
    log,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function failed(server: ProcessHandle, log: readonly string[]): Promise<never> {
  const exit = await server.exited;
  throw new Error(`nats-server did not start: ${exit.stderrTail || log.join("\n")}`);
}

function found(log: readonly string[], pattern: RegExp): string {
  for (const line of log) {
    const [, port] = pattern.exec(line) ?? [];
    if (port !== undefined) return port;
  }
  return "";
}

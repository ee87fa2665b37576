import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HostOptions } from "@nucleic/host";
import { runCommand } from "@nucleic/process";
import { newRelayToken } from "@nucleic/sync/transports";
import { startNats } from "../../../packages/sync/test/transports/nats-server.ts";

/** The name of the machine that serves the phone page and runs the relay. */
export const siteName = "relay.nucleic.example";

/** A server of the built phone page and a real broker beside it, both with TLS. */
export interface PhoneSite extends AsyncDisposable {
  readonly url: string;
  /** SHA-256 of its public key, for a browser that is to trust it. */
  readonly keyHash: string;
  /** How a host reaches the broker, and what its pairing links say of it. */
  readonly devices: NonNullable<HostOptions["devices"]>;
}

export async function openPhoneSite(): Promise<PhoneSite> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "nucleic-phone-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const { cert, key } = await certificate(folder);
  const broker = await startNats(
    `max_payload: 70000
     websocket { listen: "127.0.0.1:-1", tls { cert_file: "cert.pem", key_file: "key.pem" }, compression: false }`,
    { folder },
  );
  undo.defer(() => broker.stop());
  const files = await readFiles(fileURLToPath(new URL("../dist/phone/", import.meta.url)));
  const server = createServer({ cert, key }, (request, response) => {
    const file = files.get(request.url ?? "");
    response.writeHead(file === undefined ? 404 : 200, file && headersOf(file.type)).end(file?.body);
  }).listen(0, "127.0.0.1");
  undo.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const mailbox = newRelayToken();
  const wss = `wss://${siteName}:${new URL(broker.webSocketUrl).port}`;
  const resources = undo.move();
  return {
    url: `https://${siteName}:${(server.address() as AddressInfo).port}/`,
    keyHash: keyHashOf(cert),
    devices: {
      hostName: "workshop",
      relay: {
        servers: [broker.url],
        mailbox,
        place: () => ({ servers: [wss], mailbox, device: newRelayToken() }),
      },
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function certificate(folder: string): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const args = `${request} -subj /CN=${siteName} -addext subjectAltName=DNS:${siteName} -keyout key.pem -out cert.pem`;
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const made = await runCommand("openssl", args.split(" "), { cwd: folder, env });
  if (!made.ok) throw new Error(`openssl has made no certificate: ${made.stderr}`);
  const [cert, key] = await Promise.all(["cert.pem", "key.pem"].map((name) => readFile(join(folder, name))));
  if (cert === undefined || key === undefined) throw new Error("openssl has written no certificate");
  return { cert, key };
}

function keyHashOf(cert: Buffer): string {
  const key = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** As the guide has them. */
function headersOf(type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "no-cache",
    "content-security-policy": "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

async function readFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true });
  const names = entries.filter((name) => extname(name) in types);
  const all = await Promise.all(
    names.map(async (name) => {
      const file = { type: types[extname(name)] ?? "", body: await readFile(join(folder, name)) };
      return [name === "index.html" ? "/" : `/${name}`, file] as const;
    }),
  );
  return new Map(all);
}

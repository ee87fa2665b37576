import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type PushKeys, pushKeys } from "../push/encrypt-push.ts";

/** A message as a browser's service worker gets it, and how it came. */
export interface PushedMessage {
  readonly subscription: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of what was sent. */
  readonly bodyBytes: number;
}

/** A subscription of a browser that is not there. */
export interface FakeSubscription {
  readonly endpoint: string;
  readonly keys: PushKeys;
}

/** A push service on this machine, and the browsers behind it: it checks who sends, and decrypts what comes. */
export interface FakePushService extends AsyncDisposable {
  readonly messages: readonly PushedMessage[];
  subscribe(name: string): FakeSubscription;
  /** What is sent there from now on is answered so: 410 for one that is gone, 500 for a service that has a bad day. */
  answer(name: string, status: number): void;
  /** The next message. */
  next(): Promise<PushedMessage>;
}

interface Browser {
  readonly exchange: ReturnType<typeof createECDH>;
  readonly secret: Buffer;
  status: number;
}

/** Starts one, on a port that is free. Who sends without a signature for it is answered 403, and who sends to nobody 404. */
export async function fakePushService(): Promise<FakePushService> {
  const browsers = new Map<string, Browser>();
  const messages: PushedMessage[] = [];
  const waiting: ((message: PushedMessage) => void)[] = [];
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? "";
    const browser = browsers.get(name);
    const body = await bodyOf(request);
    const isAuthorized = isSignedFor(request, `http://${request.headers.host}`);
    const status = browser === undefined ? 404 : isAuthorized ? browser.status : 403;
    if (browser && status === 201) {
      const text = decrypt(browser, body);
      const message = { subscription: name, text, headers: request.headers, bodyBytes: body.length };
      const take = waiting.shift();
      messages.push(message);
      take?.(message);
    }
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    messages,
    subscribe(name) {
      const exchange = createECDH("prime256v1");
      const secret = randomBytes(16);
      browsers.set(name, { exchange, secret, status: 201 });
      const p256dh = exchange.generateKeys().toString("base64url");
      return {
        endpoint: `http://127.0.0.1:${port}/${name}`,
        keys: { p256dh, auth: secret.toString("base64url") },
      };
    },
    answer(name, status) {
      const browser = browsers.get(name);
      if (browser) browser.status = status;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function decrypt({ exchange, secret }: Browser, body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
  const ours = body.subarray(21, 21 + length);
  const shared = exchange.computeSecret(ours);
  const { key, nonce } = pushKeys({ shared, secret, theirs: exchange.getPublicKey(), ours, salt });
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(21 + length, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** RFC 8292: a JWT for this origin, signed by the key that it names. */
function isSignedFor({ headers }: IncomingMessage, origin: string): boolean {
  const [, jwt = "", point = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const bytes = Buffer.from(point, "base64url");
  if (bytes.length !== 65) return false;
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { readonly aud: string };
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const key = createPublicKey({ format: "jwk", key: jwk });
  const signed = Buffer.from(`${head}.${claims}`);
  const signer = { key, dsaEncoding: "ieee-p1363" } as const;
  return aud === origin && verify("sha256", signed, signer, Buffer.from(signature, "base64url"));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

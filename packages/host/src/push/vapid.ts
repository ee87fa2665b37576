import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";
import type { Clock } from "@nucleic/protocol/core";
import { type KeyStore, NoiseError } from "@nucleic/sync/noise";

const name = "push";
const lifeSeconds = 12 * 3_600;

/** The key that a host is known by to push services (RFC 8292). */
export class Vapid {
  /** What a browser subscribes with: a point on P-256, 65 bytes in base64url. */
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #clock: Clock;
  readonly #contact: string | undefined;

  private constructor(key: KeyObject, clock: Clock, contact: string | undefined) {
    const { x = "", y = "" } = key.export({ format: "jwk" });
    const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
    this.publicKey = Buffer.concat(point).toString("base64url");
    this.#key = key;
    this.#clock = clock;
    this.#contact = contact;
  }

  /** Reads it, or makes it. `contact`: whom a push service may write to. @throws NoiseError of the key store, or `malformed` */
  static async open(store: KeyStore, clock: Clock, contact?: string): Promise<Vapid> {
    const kept = await store.read(name);
    if (kept !== undefined) return new Vapid(readKey(kept), clock, contact);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await store.write(name, JSON.stringify({ v: 1, key: privateKey.export({ format: "jwk" }) }));
    return new Vapid(privateKey, clock, contact);
  }

  /** What a request to that push service is authorized with. */
  authorization({ origin }: URL): string {
    const exp = Math.floor(this.#clock.now() / 1_000) + lifeSeconds;
    const claims = { aud: origin, exp, ...(this.#contact !== undefined && { sub: this.#contact }) };
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${text({ typ: "JWT", alg: "ES256" })}.${text(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `vapid t=${signed}.${signature.toString("base64url")}, k=${this.publicKey}`;
  }
}

function readKey(text: string): KeyObject {
  try {
    const { key } = JSON.parse(text) as { readonly key: JsonWebKey };
    return createPrivateKey({ format: "jwk", key });
  } catch (cause) {
    throw new NoiseError("malformed", "the host's key for push services cannot be read", { cause });
  }
}

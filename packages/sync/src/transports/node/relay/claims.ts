import type { KeyPair } from "@nats-io/nkeys";
import { newRelayToken } from "../../nats-subjects.ts";
import { TransportError } from "../../transport-error.ts";

/** What is signed of a user, an account or an operator; the part `nats` is as nats-server 2.9 reads it, version 2. */
export interface Claims {
  /** The public key of whom they are about. */
  readonly sub: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly exp?: number;
  readonly nats: Readonly<Record<string, unknown>>;
}

const header = { typ: "JWT", alg: "ed25519-nkey" };

/** Signs claims, as of now. */
export function signClaims(signer: KeyPair, claims: Claims, nowMs: number): string {
  const whole = {
    ...claims,
    jti: newRelayToken(),
    iat: Math.floor(nowMs / 1_000),
    iss: signer.getPublicKey(),
    nats: { ...claims.nats, version: 2 },
  };
  const signed = `${encode(header)}.${encode(whole)}`;
  const signature = Buffer.from(signer.sign(new TextEncoder().encode(signed)));
  return `${signed}.${signature.toString("base64url")}`;
}

/** What a JWT says. Its signature is for the broker to check. @throws TransportError `invalid` */
export function readClaims(jwt: string): Claims {
  const [, body = ""] = jwt.split(".");
  try {
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Claims;
  } catch (cause) {
    throw new TransportError("invalid", "the broker's word on an account is no JWT", { cause });
  }
}

/** The text of a `.creds` file: a user's JWT and its seed. */
export function credentialsOf(jwt: string, user: KeyPair): string {
  const seed = new TextDecoder().decode(user.getSeed());
  return [
    "-----BEGIN NATS USER JWT-----",
    jwt,
    "------END NATS USER JWT------",
    "",
    "-----BEGIN USER NKEY SEED-----",
    seed,
    "------END USER NKEY SEED------",
    "",
  ].join("\n");
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

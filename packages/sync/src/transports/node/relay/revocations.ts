import type { NatsConnection } from "@nats-io/nats-core";
import { fromSeed } from "@nats-io/nkeys";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { connectNats, type NatsServers, natsProblem } from "../../nats-connection.ts";
import { TransportError } from "../../transport-error.ts";
import { dialNats } from "../nats.ts";
import { type Claims, readClaims, signClaims } from "./claims.ts";

/** Who may change an account at a broker. */
export interface RelayRevocationsOptions extends NatsServers {
  /** Of a user of the system account. Secret. */
  readonly credentials: string;
  /** The public key of the account. */
  readonly account: string;
  /** The seed of the operator, or of one of its signing keys (`SO…`). Secret. */
  readonly operatorSeed: string;
  readonly clock?: Clock;
}

/** Two who revoke at once read the same account; the one who wrote first writes again. */
const attempts = 5;
const requestMs = 5_000;

/**
 * Revokes users of an account: reads the account as the broker has it, adds them, signs it and gives it back. nats-server
 * ends their connections with that. The function throws TransportError `unreachable`, `unauthorized`, `forbidden`.
 */
export function relayRevocations(
  options: RelayRevocationsOptions,
): (users: readonly string[]) => Promise<void> {
  const { account, operatorSeed, clock = systemClock } = options;
  const operator = fromSeed(new TextEncoder().encode(operatorSeed));
  return async (users) => {
    const connection = await connectNats(dialNats, options, new AbortController().signal, {
      reconnect: false,
    });
    try {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const now = await lookUp(connection, account);
        const revoked = revocationsOf(now);
        if (users.every((user) => user in revoked)) return;
        const at = Math.floor(clock.now() / 1_000);
        const { sub, name } = now;
        const more = Object.fromEntries(users.map((user) => [user, at]));
        const nats = { ...now.nats, revocations: { ...revoked, ...more } };
        await update(connection, signClaims(operator, { sub, name, nats }, clock.now()));
      }
      throw new TransportError("unreachable", "the broker did not keep what was revoked", {
        hint: "somebody else writes the same account all the time, or its resolver cannot be written",
      });
    } catch (cause) {
      throw natsProblem(cause);
    } finally {
      await connection.close();
    }
  };
}

function revocationsOf({ nats }: Claims): Record<string, number> {
  return (nats.revocations ?? {}) as Record<string, number>;
}

async function lookUp(connection: NatsConnection, account: string): Promise<Claims> {
  const subject = `$SYS.REQ.ACCOUNT.${account}.CLAIMS.LOOKUP`;
  const jwt = (await connection.request(subject, "", { timeout: requestMs })).string();
  if (jwt === "") throw new TransportError("invalid", "the broker knows no such account");
  return readClaims(jwt);
}

async function update(connection: NatsConnection, jwt: string): Promise<void> {
  const reply = await connection.request("$SYS.REQ.CLAIMS.UPDATE", jwt, { timeout: requestMs });
  const { error } = reply.json<{ error?: { code?: number; description?: string } }>();
  if (error)
    throw new TransportError("forbidden", `the broker does not take the account: ${error.description}`);
}

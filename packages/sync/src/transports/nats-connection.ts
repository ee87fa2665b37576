import { type ConnectionOptions, credsAuthenticator, errors, type NatsConnection } from "@nats-io/nats-core";
import { systemClock } from "@nucleic/protocol/core";
import { maxMessageBytes } from "./conversation.ts";
import { TransportError } from "./transport-error.ts";

/** How a broker is reached: by WebSocket, or by TCP. */
export type DialNats = (options: ConnectionOptions) => Promise<NatsConnection>;

/** Where a broker is, and what it knows this client by. */
export interface NatsServers {
  /** `wss://relay.example.com`, `ws:`; in Node.js also `tls:` and `nats:`. More than one for a cluster. */
  readonly servers: readonly string[];
  /** The text of a `.creds` file: a user's JWT and its seed. */
  readonly credentials?: string;
  /** For a broker whose configuration names its users. With neither, the broker must ask nobody who he is. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** Connects. @throws TransportError `unreachable`, `unauthorized`, `invalid`; or what the signal was aborted with */
export async function connectNats(
  dial: DialNats,
  { servers, credentials, login }: NatsServers,
  signal: AbortSignal,
  options: ConnectionOptions,
): Promise<NatsConnection> {
  signal.throwIfAborted();
  const connecting = dial({
    servers: [...servers],
    ...(credentials ? { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) } : {}),
    ...(login ? { user: login.user, pass: login.password } : {}),
    // Two that are not answered, and the connection counts as lost.
    pingInterval: 20_000,
    maxPingOut: 2,
    timeout: 10_000,
    ...options,
  });
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => {
    aborted.reject(signal.reason);
    // One that comes too late is not wanted; one that fails has nothing to say any more.
    connecting.then((late) => late.close()).catch(() => undefined);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const connection = await Promise.race([connecting, aborted.promise]);
    await checkPayload(connection);
    return connection;
  } catch (cause) {
    throw signal.aborted ? signal.reason : natsProblem(cause);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function checkPayload(connection: NatsConnection): Promise<void> {
  const most = connection.info?.max_payload ?? maxMessageBytes;
  if (most >= maxMessageBytes) return;
  await connection.close();
  throw new TransportError("invalid", `the broker takes messages of ${most} bytes at most`, {
    hint: `set max_payload to ${maxMessageBytes} or more`,
  });
}

/** How long a broker may take to answer what follows the opening. */
const answerMs = 10_000;

/**
 * Resolves when a broker has taken all that was sent to it before. @throws TransportError also where the connection ends or
 * nothing comes meanwhile: of a user that expires in that very moment a broker says nothing more, and the client waits on
 */
export async function confirmed(connection: NatsConnection, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = AbortSignal.any([over.signal, signal]);
  const ended = async () => {
    const error = await Promise.race([connection.closed(), systemClock.sleep(answerMs, end)]);
    throw error ?? new TransportError("unreachable", "the broker does not answer");
  };
  try {
    await Promise.race([connection.flush(), ended()]);
  } catch (cause) {
    throw signal.aborted ? signal.reason : natsProblem(cause);
  } finally {
    over.abort();
  }
}

/** How long a broker may take to take what was sent before a connection closes. */
const drainMs = 2_000;

/** Closes a connection when what was sent before has gone out, or cannot any more. */
export async function closeGently(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return;
  // A flush while there is no connection would wait for the next one.
  const drained = connection.drain().catch(() => undefined);
  await Promise.race([drained, systemClock.sleep(drainMs)]);
  await connection.close();
}

/** What a client of a broker says, as an error of ours. */
export function natsProblem(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (at instanceof errors.PermissionViolationError)
      return new TransportError("forbidden", `the broker forbids ${at.operation} of ${at.subject}`, {
        cause,
      });
    if (at instanceof errors.AuthorizationError || at instanceof errors.UserAuthenticationExpiredError)
      return new TransportError("unauthorized", `the broker does not take the credentials: ${message}`, {
        cause,
        hint: "they may have expired or been revoked; pair again, or mint new ones",
      });
  }
  return new TransportError("unreachable", `no broker: ${message}`, { cause });
}

/** Publishes, and knows how much the broker has not yet confirmed. */
export class NatsBacklog {
  readonly #connection: NatsConnection;
  #published = 0;
  #confirmed = 0;
  #isAsking = false;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  get bytes(): number {
    return this.#published - this.#confirmed;
  }

  publish(subject: string, message: Uint8Array): void {
    if (this.#connection.isClosed() || this.#connection.isDraining()) return;
    this.#connection.publish(subject, message);
    this.#published += message.length;
    if (!this.#isAsking) void this.#ask();
  }

  /** A broker answers a ping when it has taken all that was before it. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#confirmed < this.#published) {
      const asked = this.#published;
      // Where the connection is lost, so is what was on it: nothing of it waits any more.
      await this.#connection.flush().catch(() => undefined);
      this.#confirmed = asked;
    }
    this.#isAsking = false;
  }
}

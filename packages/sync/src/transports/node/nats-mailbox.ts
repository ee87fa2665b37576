import type { FrameListener } from "../listener.ts";
import type { NatsServers } from "../nats-connection.ts";
import type { TransportError } from "../transport-error.ts";

/** A host's place at a broker, and how much of it devices may use. */
export interface NatsMailboxOptions extends NatsServers {
  /** 26 letters of base32: `newRelayToken`. */
  readonly mailbox: string;
  /** Whether a device's name is one that was given out and not taken back. Default: the broker's word for it. */
  readonly accepts?: (device: string) => boolean;
  /** Default 256. */
  readonly maxLinks?: number;
  /** Of one device. More than one: the old link of a device that has lost its network is still there. Default 4. */
  readonly maxPerDevice?: number;
  /** What went wrong, for a log and for whoever mints credentials. The mailbox goes on, unless `links` ends. */
  readonly onProblem?: (problem: TransportError) => void;
}

/**
 * Takes the links that devices open through a NATS broker. It connects again by itself, at growing distances with jitter;
 * links end with the connection, and `links` ends where the broker takes the credentials no longer.
 * @throws TransportError `unreachable`, `unauthorized`, `forbidden`, `invalid`
 */
export async function natsMailbox(options: NatsMailboxOptions, signal: AbortSignal): Promise<FrameListener> {
  return (await import("./mailbox.ts")).openMailbox(options, signal);
}

import type { FrameLink } from "../frames.ts";
import type { NatsServers } from "./nats-connection.ts";

/** A device's place at a broker. */
export interface NatsDevice extends NatsServers {
  /** The host's mailbox: 26 letters of base32. */
  readonly mailbox: string;
  /** The device's name in it, the same way. */
  readonly device: string;
}

/**
 * Opens links to a host through a NATS broker, by WebSocket: browsers, and Node.js from 22 on. NATS itself is loaded with
 * the first link. @throws TransportError `unreachable`, `unauthorized`, `forbidden`, `invalid`
 */
export function natsFrames(device: NatsDevice): (signal: AbortSignal) => Promise<FrameLink> {
  return async (signal) => (await import("./nats-link.ts")).openNatsLink(device, signal);
}

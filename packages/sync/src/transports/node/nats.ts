import type { FrameLink } from "../../frames.ts";
import type { NatsDevice } from "../nats.ts";
import type { DialNats } from "../nats-connection.ts";

/** By WebSocket where an address says so, else by TCP. A client of a broker speaks one of them at a time. */
export const dialNats: DialNats = async (options) => {
  const [first = ""] = [options.servers ?? []].flat();
  if (/^wss?:/.test(first)) return (await import("@nats-io/nats-core")).wsconnect(options);
  return (await import("@nats-io/transport-node")).connect(options);
};

/**
 * Opens links to a host through a NATS broker, by TCP or by WebSocket as its addresses say.
 * @throws TransportError `unreachable`, `unauthorized`, `forbidden`, `invalid`
 */
export function natsFrames(device: NatsDevice): (signal: AbortSignal) => Promise<FrameLink> {
  return async (signal) => (await import("../nats-link.ts")).openNatsLink(device, signal, dialNats);
}

import type { Endpoint } from "@nucleic/sync/noise";
import {
  type FrameLink,
  type NatsDevice,
  natsFrames,
  TransportError,
  webSocketFrames,
} from "@nucleic/sync/transports";

/** An address that does not answer by then is passed over: the next one may. */
const dialMs = 8_000;

/**
 * Opens a link to one of a host's addresses, where it is one that a page of `https:` may connect to.
 * @throws TransportError, `invalid` where it is not; what the signal was aborted with
 */
export async function dial(endpoint: Endpoint, signal: AbortSignal): Promise<FrameLink> {
  const open = opener(endpoint);
  const late = AbortSignal.timeout(dialMs);
  try {
    return await open(AbortSignal.any([signal, late]));
  } catch (cause) {
    if (signal.aborted || !late.aborted) throw cause;
    throw new TransportError("unreachable", "nobody has answered there in time", { cause });
  }
}

function opener({ kind, address }: Endpoint): (signal: AbortSignal) => Promise<FrameLink> {
  if (kind === "direct") {
    if (!isReachable(address)) throw unreachable();
    return webSocketFrames(address);
  }
  const place = placeIn(address);
  const servers = place.servers.filter(isReachable);
  if (servers.length === 0) throw unreachable();
  return natsFrames({ ...place, servers });
}

/** A browser lets such a page reach nothing that is not TLS. */
const isReachable = (address: string): boolean => address.startsWith("wss:");

function unreachable(): TransportError {
  return new TransportError("invalid", "the host names no address that this page may reach", {
    hint: "Start the host with a relay that browsers reach at a wss: address (nucleic serve --relay).",
  });
}

function placeIn(address: string): NatsDevice {
  try {
    return JSON.parse(address) as NatsDevice;
  } catch (cause) {
    throw new TransportError("invalid", "an address of a broker cannot be read", { cause });
  }
}

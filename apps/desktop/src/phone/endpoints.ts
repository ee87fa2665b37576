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

/** Opens a link to one of a host's addresses. @throws TransportError; what the signal was aborted with */
export async function dial({ kind, address }: Endpoint, signal: AbortSignal): Promise<FrameLink> {
  const open = kind === "direct" ? webSocketFrames(address) : natsFrames(placeIn(address));
  const late = AbortSignal.timeout(dialMs);
  try {
    return await open(AbortSignal.any([signal, late]));
  } catch (cause) {
    if (signal.aborted || !late.aborted) throw cause;
    throw new TransportError("unreachable", "nobody has answered there in time", { cause });
  }
}

/** Tries one address after the other, as the host has named them. @throws what the last one threw */
export async function firstOf<T>(
  endpoints: readonly Endpoint[],
  signal: AbortSignal,
  attempt: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  let failure: unknown = new TransportError(
    "unreachable",
    "this page can reach none of the host's addresses",
  );
  for (const endpoint of endpoints) {
    signal.throwIfAborted();
    try {
      return await attempt(endpoint);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** What a page of `https:` may connect to: a browser lets it reach nothing that is not TLS. */
export function reachable(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    if (endpoint.kind === "direct") return endpoint.address.startsWith("wss:") ? [endpoint] : [];
    const place = placeIn(endpoint.address);
    const servers = place.servers.filter((server) => server.startsWith("wss:"));
    return servers.length === 0 ? [] : [{ ...endpoint, address: JSON.stringify({ ...place, servers }) }];
  });
}

/** Where the host is found from now on: the link's place at a broker was for the pairing alone if it has given another. */
export function placesOf(endpoints: readonly Endpoint[], relay: string | undefined): readonly Endpoint[] {
  if (relay === undefined) return endpoints;
  const others = endpoints.filter(({ kind }) => kind !== "relay");
  return reachable([...others, { kind: "relay", address: relay }]);
}

function placeIn(address: string): NatsDevice {
  try {
    return JSON.parse(address) as NatsDevice;
  } catch (cause) {
    throw new TransportError("invalid", "an address of a broker cannot be read", { cause });
  }
}

import type { Clock } from "@nucleic/protocol/core";
import type { FrameLink } from "../frames.ts";
import { HostConnection } from "./connect-host.ts";
import { type PairingAttempt, pairWithHost } from "./initiate-pairing.ts";
import type { KnownHost } from "./known-host.ts";
import { NoiseError } from "./noise-error.ts";
import type { Endpoint } from "./pairing-link.ts";
import type { SecureChannel } from "./secure-channel.ts";
import type { Sodium } from "./sodium.ts";

/** The way to a host, over whichever of its addresses answers. */
export interface WayToHost {
  readonly sodium: Sodium;
  readonly clock: Clock;
  /** Opens a link to an address. One that does not answer has to be given up by itself: the next one may. */
  readonly dial: (endpoint: Endpoint, signal: AbortSignal) => Promise<FrameLink>;
  /** Keeps what has changed, durably. One call at a time. */
  readonly store: (host: KnownHost) => Promise<void>;
}

/** What pairing at the addresses of a link needs besides. */
export type PairingAtLink = Pick<PairingAttempt, "device" | "onDigits" | "pairingLink" | "signal">;

/**
 * Pairs with the host that has shown a link, and stores it with where it is. Only until there is a link the next address is
 * tried: a pairing link is good for one attempt that gets so far.
 * @throws NoiseError as `pairWithHost`, or `badLink` where it names no address; whatever `dial` or `store` throws
 */
export async function pairAtLink(way: WayToHost, pairing: PairingAtLink): Promise<KnownHost> {
  const { clock, dial, sodium, store } = way;
  const { endpoints } = pairing.pairingLink;
  const { link, transport } = await firstOf(endpoints, pairing.signal, async (endpoint) => ({
    link: await dial(endpoint, pairing.signal),
    transport: endpoint.kind,
  }));
  let known: KnownHost | undefined;
  const paired = await pairWithHost({
    ...{ ...pairing, sodium, clock, link, transport },
    async store(made) {
      known = { endpoints: placesOf(endpoints, made.relay), pairing: made };
      await store(known);
    },
  });
  return known ?? { endpoints, pairing: paired };
}

/** How a host is connected to that was paired with. */
export interface WayToKnownHost extends WayToHost {
  /** As it is kept now: the channel before may have changed its keys. */
  readonly load: () => Promise<KnownHost>;
  readonly clientVersion: string;
}

/**
 * Opens a channel to a host, at one of its addresses after the other: what a `HostClient` connects by.
 * @throws what the last one threw; whatever `load` throws
 */
export function connectPaired(way: WayToKnownHost): (signal: AbortSignal) => Promise<SecureChannel> {
  const { clientVersion, clock, dial, load, sodium, store } = way;
  return async (signal) => {
    const host = await load();
    return await firstOf(host.endpoints, signal, async (endpoint) => {
      const { pairing } = await load();
      const connection = new HostConnection({
        ...{ sodium, clock, pairing, clientVersion },
        transport: endpoint.kind,
        dial: (stop) => dial(endpoint, stop),
        store: (changed) => store({ ...host, pairing: changed }),
      });
      return await connection.open(signal);
    });
  };
}

/** Tries one address after the other, as the host has named them. @throws what the last one threw */
async function firstOf<T>(
  endpoints: readonly Endpoint[],
  signal: AbortSignal,
  attempt: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  let failure: unknown = new NoiseError("badLink", "the host has named no address", {
    hint: "Start it where devices can reach it, and pair again.",
  });
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

/** The link's place at a broker was for this pairing alone where the host has given another. */
function placesOf(endpoints: readonly Endpoint[], relay: string | undefined): readonly Endpoint[] {
  if (relay === undefined) return endpoints;
  return [...endpoints.filter(({ kind }) => kind !== "relay"), { kind: "relay", address: relay }];
}

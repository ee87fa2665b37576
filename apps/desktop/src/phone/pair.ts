import { systemClock } from "@nucleic/protocol/core";
import { NoiseError, pairWithHost, readPairingLink, type Sodium } from "@nucleic/sync/noise";
import { TransportError } from "@nucleic/sync/transports";
import { dial, firstOf, placesOf, reachable } from "./endpoints.ts";
import { keepHost, type PairedHost } from "./paired-host.ts";

/** What this device calls itself at the host: nobody checks it there. */
function deviceOf({ userAgent }: Navigator): { readonly name: string; readonly platform: string } {
  const platform = /iPhone|iPad/.test(userAgent)
    ? "iOS"
    : (/Android|Mac OS|Windows|Linux/.exec(userAgent)?.[0] ?? "a browser");
  const browser = /Firefox|Edg|Chrome|Safari/.exec(userAgent)?.[0] ?? "Browser";
  return { name: `${browser === "Edg" ? "Edge" : browser} on ${platform}`, platform: "web" };
}

/**
 * Pairs with the host that has shown a link, and keeps what belongs to it.
 * @throws NoiseError, TransportError
 */
export async function pair(
  sodium: Sodium,
  text: string,
  onDigits: (digits: string) => void,
  signal: AbortSignal,
): Promise<PairedHost> {
  const pairingLink = readPairingLink(text);
  const endpoints = reachable(pairingLink.endpoints);
  if (endpoints.length === 0)
    throw new TransportError("invalid", "the link names no address that this page may reach", {
      hint: "Start the host with a relay that browsers reach at a wss: address (nucleic serve --relay).",
    });
  // Only until there is a link the next address is tried: a pairing link is good for one attempt that gets so far.
  const { link, endpoint } = await firstOf(endpoints, signal, async (one) => ({
    link: await dial(one, signal),
    endpoint: one,
  }));
  let host: PairedHost | undefined;
  await pairWithHost({
    ...{ sodium, clock: systemClock, link, pairingLink, signal, onDigits },
    transport: endpoint.kind,
    device: {
      ...deviceOf(navigator),
      requestedScopes: ["view", "approve"],
      canPush: "PushManager" in window,
    },
    async store(pairing) {
      host = { pairing, endpoints: placesOf(endpoints, pairing.relay) };
      await keepHost(host);
    },
  });
  if (host === undefined) throw new NoiseError("notStored", "the pairing was not kept");
  return host;
}

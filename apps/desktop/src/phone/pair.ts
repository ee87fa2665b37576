import { systemClock } from "@nucleic/protocol/core";
import { type KnownHost, pairAtLink, readPairingLink, type Sodium } from "@nucleic/sync/noise";
import { dial } from "./endpoints.ts";
import { keepHost } from "./paired-host.ts";

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
): Promise<KnownHost> {
  const device = {
    ...deviceOf(navigator),
    requestedScopes: ["view", "approve"],
    canPush: "PushManager" in window,
  };
  const pairingLink = readPairingLink(text);
  return await pairAtLink(
    { sodium, clock: systemClock, dial, store: keepHost },
    { pairingLink, device, onDigits, signal },
  );
}

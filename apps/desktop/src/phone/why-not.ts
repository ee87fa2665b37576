import { NoiseError, type NoiseErrorCode } from "@nucleic/sync/noise";
import { TransportError, type TransportErrorCode } from "@nucleic/sync/transports";

/** Why there is no pairing, and what to do next. */
export interface WhyNot {
  readonly title: string;
  readonly next: string;
}

const anew = "Press “Pair a device” on the desktop again, and scan the new code.";

const noise: Partial<Record<NoiseErrorCode, WhyNot>> = {
  expired: { title: "This link is too old", next: anew },
  refused: { title: "The host said no", next: `The digits did not match, or somebody refused. ${anew}` },
  timedOut: { title: "Nobody confirmed it in time", next: anew },
  lost: { title: "The host went away", next: `The link was used before, or the host stopped. ${anew}` },
  aborted: { title: "The host gave up", next: anew },
  badLink: { title: "That is not a pairing link", next: "Copy all of the link that the host shows." },
  unsupported: { title: "The host is newer than this page", next: "Update what serves this page." },
  notAuthentic: {
    title: "Somebody else answered",
    next: `What answered does not have the host's key: do not go on over this relay unless you know why. ${anew}`,
  },
  notStored: {
    title: "This browser keeps nothing",
    next: "Leave the private window, or allow this page to store data; then pair again.",
  },
};

const transport: Readonly<Record<TransportErrorCode, WhyNot>> = {
  unreachable: { title: "The relay does not answer", next: "Is this phone online? Try again." },
  unauthorized: { title: "The relay does not take this link", next: anew },
  forbidden: { title: "The relay does not take this link", next: anew },
  slow: { title: "The connection is too slow", next: anew },
  full: { title: "The host has too many connections", next: "Close some, and try again." },
  invalid: {
    title: "This page cannot reach that host",
    next: "It needs a relay at a wss: address: nucleic serve --relay, as the guide says.",
  },
};

const unknown: WhyNot = { title: "It did not work", next: anew };

/** By the code, never by the words. */
export function whyNot(error: unknown): WhyNot {
  if (error instanceof NoiseError) return noise[error.code] ?? unknown;
  if (error instanceof TransportError) return transport[error.code];
  return unknown;
}

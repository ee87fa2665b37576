import { NoiseError } from "./noise-error.ts";
import type { Pairing } from "./pairing.ts";
import type { Endpoint } from "./pairing-link.ts";
import { readPairing, writePairing } from "./pairing-text.ts";

/** A host that a device is paired with, and where it is. All of it is secret. */
export interface KnownHost {
  /** In the order in which they are tried. */
  readonly endpoints: readonly Endpoint[];
  readonly pairing: Pairing;
}

/** A known host as a text for a key store. Secret. */
export function writeKnownHost({ endpoints, pairing }: KnownHost): string {
  return JSON.stringify({ v: 1, endpoints, pairing: writePairing(pairing) });
}

/** Reads it again. @throws NoiseError `malformed`, or `unsupported` for one that a newer version has written */
export function readKnownHost(text: string): KnownHost {
  const { v, endpoints, pairing } = parse(text);
  if (v !== 1) throw new NoiseError("unsupported", "what is known of the host was kept by a newer version");
  if (!Array.isArray(endpoints) || typeof pairing !== "string") throw malformed();
  return { endpoints: endpoints.map(endpointOf), pairing: readPairing(pairing) };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw malformed(cause);
  }
  throw malformed();
}

function endpointOf(value: unknown): Endpoint {
  const { kind, address } = (value ?? {}) as Partial<Record<keyof Endpoint, unknown>>;
  if ((kind !== "direct" && kind !== "relay") || typeof address !== "string") throw malformed();
  return { kind, address };
}

function malformed(cause?: unknown): NoiseError {
  return new NoiseError("malformed", "what is known of the host cannot be read", { cause });
}

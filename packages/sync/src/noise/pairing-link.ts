import { concat, fromBase64Url, textOf, toBase64Url, utf8 } from "./bytes.ts";
import { NoiseError } from "./noise-error.ts";

/** Where a host can be reached. What an address looks like is the transport's business. */
export interface Endpoint {
  readonly kind: "direct" | "relay";
  readonly address: string;
}

/** What a pairing link says. */
export interface PairingLink {
  /** The host's static public key: 32 bytes. */
  readonly hostKey: Uint8Array;
  /** The secret of this pairing: 32 bytes. Whoever has it may try to pair. */
  readonly root: Uint8Array;
  /** Epoch seconds. */
  readonly expiresAt: number;
  readonly endpoints: readonly Endpoint[];
}

const version = 1;
const fixedBytes = 70;
const maxBytes = 2_048;
const kinds = { direct: 1, relay: 2 } as const;

/**
 * Writes a link: `base` and everything secret in the fragment, which no request carries. `base` is the `https:` address
 * of the app, or nothing for a desktop shell.
 * @throws NoiseError `badLink` where the addresses are too long
 */
export function writePairingLink(link: PairingLink, base = "nucleic://pair"): string {
  const head = new Uint8Array(fixedBytes);
  head[0] = version;
  head.set(link.hostKey, 2);
  head.set(link.root, 34);
  new DataView(head.buffer).setUint32(66, link.expiresAt);
  const bytes = concat(head, ...link.endpoints.map(writeEndpoint));
  if (bytes.length > maxBytes)
    throw new NoiseError("badLink", "the addresses do not fit into a pairing link");
  return `${base}#${toBase64Url(bytes)}`;
}

/** Reads a link that somebody scanned or pasted. @throws NoiseError `badLink`, or `unsupported` for a newer one */
export function readPairingLink(text: string): PairingLink {
  const [, fragment] = /^(?:nucleic:\/\/pair|https:\/\/[^#\s]+)#([A-Za-z0-9_-]+)$/.exec(text.trim()) ?? [];
  const bytes =
    fragment === undefined || fragment.length > maxBytes * 2 ? undefined : fromBase64Url(fragment);
  if (bytes === undefined || bytes.length > maxBytes) throw notALink();
  if (bytes[0] !== version)
    throw new NoiseError("unsupported", "this pairing link is of a newer version", {
      hint: "Update this app.",
    });
  if (bytes.length < fixedBytes || bytes[1] !== 0) throw notALink();
  return {
    hostKey: bytes.slice(2, 34),
    root: bytes.slice(34, 66),
    expiresAt: new DataView(bytes.buffer).getUint32(66),
    endpoints: readEndpoints(bytes.subarray(fixedBytes)),
  };
}

/** Type, length in two bytes, value. */
function writeEndpoint({ kind, address }: Endpoint): Uint8Array {
  const value = utf8(address);
  if (value.length > maxBytes) throw new NoiseError("badLink", "an address does not fit into a pairing link");
  return concat(Uint8Array.of(kinds[kind], value.length >> 8, value.length & 255), value);
}

/** Types that are not known are left out. */
function readEndpoints(bytes: Uint8Array): Endpoint[] {
  const endpoints: Endpoint[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const [type = 0, high = 0, low = 0] = rest;
    const end = 3 + high * 256 + low;
    if (rest.length < end) throw notALink();
    const kind = type === kinds.direct ? "direct" : type === kinds.relay ? "relay" : undefined;
    if (kind !== undefined) endpoints.push({ kind, address: readText(rest.subarray(3, end)) });
    rest = rest.subarray(end);
  }
  return endpoints;
}

function readText(bytes: Uint8Array): string {
  try {
    return textOf(bytes);
  } catch (cause) {
    throw new NoiseError("badLink", "an address in the pairing link is not text", { cause });
  }
}

function notALink(): NoiseError {
  return new NoiseError("badLink", "this is not a pairing link", {
    hint: "Scan the code that `nucleic pair` shows, or copy all of the link.",
  });
}

import type { KeyPair } from "./sodium.ts";

/** What a device keeps of the host it is paired with. All of it is secret. */
export interface Pairing {
  /** Base32: 32 characters. Stays the same when keys change. */
  readonly hostId: string;
  readonly deviceId: string;
  readonly hostName: string;
  /** The host's static public key. */
  readonly hostKey: Uint8Array;
  /** The one it has announced, and from when on (epoch milliseconds) it takes it. */
  readonly nextHostKey?: { readonly publicKey: Uint8Array; readonly notBefore: number } | undefined;
  /** This device's static key, made for this host alone. */
  readonly deviceKey: KeyPair;
  /** The one that the host has stored, and that the next link is opened with. */
  readonly nextDeviceKey?: KeyPair | undefined;
  /** Shared with the host: 32 bytes. */
  readonly psk: Uint8Array;
  /** Ed25519. Signs what the person decides. */
  readonly approvalKey: KeyPair;
  /** Its place at a broker, which the host has given it: an address of a relay. */
  readonly relay?: string | undefined;
  /** The highest message version that was spoken with this host. */
  readonly version: number;
}

/** A device as the host knows it. */
export interface DeviceRow {
  /** Base32: 32 characters. Stays the same when keys change. */
  readonly deviceId: string;
  readonly name: string;
  readonly platform: string;
  /** `unconfirmed`: it was accepted, but nobody knows whether it has kept its keys. */
  readonly state: "unconfirmed" | "active" | "revoked";
  /** Its static public key, and the one it has announced. */
  readonly key: Uint8Array;
  readonly nextKey?: Uint8Array | undefined;
  /** Shared with this device alone: 32 bytes. Secret. */
  readonly psk: Uint8Array;
  /** Ed25519: verifies what its person decides. */
  readonly approvalKey: Uint8Array;
  readonly scopes: readonly string[];
  /** Goes up with each change of what it may do. */
  readonly epoch: number;
  /** The highest message version that was spoken with it. */
  readonly version: number;
  /** Epoch milliseconds after which an unconfirmed one is no longer taken. */
  readonly confirmBy: number;
  /** Whether it can be reached by push. */
  readonly canPush: boolean;
}

/** One use of a device's keys, as of its first record. */
export interface DeviceUse {
  readonly deviceId: string;
  /** The key it used. Where that is the next one, the old one is no longer taken. */
  readonly key: Uint8Array;
  /** The epoch of the row that the handshake was made with. */
  readonly epoch: number;
  readonly version: number;
}

/**
 * Where a host keeps its devices. What a promise has resolved for is durable. A host writes scopes, epochs and revocations
 * by itself, and tells the responder of a revocation after it is durable.
 */
export interface DeviceDirectory {
  /** By the key in use or the one announced, in whatever state. */
  byKey(publicKey: Uint8Array): Promise<DeviceRow | undefined>;
  /** Adds an unconfirmed one. */
  add(row: DeviceRow): Promise<void>;
  /** It has kept its keys: `unconfirmed` becomes `active`. */
  confirm(deviceId: string): Promise<void>;
  /** Removes one that is still unconfirmed, and no other. */
  removeUnconfirmed(deviceId: string): Promise<void>;
  /**
   * In one transaction: says `false` where the row is gone, revoked, or of another epoch; else makes it active, raises its
   * version, and puts the next key in the place of the old one if it is the one that was used.
   */
  use(use: DeviceUse): Promise<boolean>;
  /** Keeps a key that a device has announced. */
  announce(deviceId: string, nextKey: Uint8Array): Promise<void>;
}

import type { NatsDevice, NatsServers } from "@nucleic/sync/transports";
import type { RelayCredentials } from "@nucleic/sync/transports/node";

/** Where paired devices reach the host. */
export interface DeviceOptions {
  /** A WebSocket of its own, for nothing but encrypted frames. */
  readonly listen?: DeviceListenOptions;
  /** A mailbox at a broker. */
  readonly relay?: DeviceRelayOptions;
  /** How devices are woken that have asked for it. */
  readonly push?: DevicePushOptions;
  /** How the host is called on devices. Default: the machine's name. */
  readonly hostName?: string;
}

/** How devices are woken by push services. */
export interface DevicePushOptions {
  /** `mailto:` or `https:`, whom a push service may write to. Some, Apple's for one, take nothing from hosts that name nobody. */
  readonly contact?: string;
  /** Whether a device may name that address. Default: `https:` addresses by name, outside of this network. */
  readonly isAllowed?: (endpoint: URL) => boolean;
}

/** Where that WebSocket is. */
export interface DeviceListenOptions {
  /** Default `127.0.0.1`: `0.0.0.0` for every network that the machine is in. */
  readonly host?: string;
  /** Default: one that is free, another each time. A paired device comes back to the same. */
  readonly port?: number;
  /** What pairing links say, where that is another address: behind a proxy, for one. `ws:` or `wss:`. */
  readonly addresses?: readonly string[];
}

/** A broker whose places somebody else gives out, or where the host does it itself. */
export type DeviceRelayOptions = FixedRelayOptions | MintedRelayOptions;

/** The host's own place at a broker, and how devices get theirs. */
export interface FixedRelayOptions extends NatsServers {
  readonly mailbox: string;
  /**
   * A place for the next device, asked for with each pairing link. The link carries it: with the servers and what the broker knows
   * the device by it must fit into 1,900 bytes. Default: a new name, and nothing to show, for a broker that asks nobody.
   */
  readonly place?: () => NatsDevice | Promise<NatsDevice>;
}

/**
 * A broker where the host gives places out. Its mailbox is one that it makes and keeps; each pairing link has a mailbox of its own, for
 * two minutes; a device gets its place when it is paired, and loses it at the broker when it is revoked.
 */
export interface MintedRelayOptions {
  readonly servers: readonly string[];
  /** `relayCredentials` of `@nucleic/sync/transports/node`, for one. */
  readonly places: RelayCredentials;
}

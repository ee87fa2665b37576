import type { NatsDevice, NatsServers } from "@nucleic/sync/transports";

/** Where paired devices reach the host. */
export interface DeviceOptions {
  /** A WebSocket of its own, for nothing but encrypted frames. */
  readonly listen?: DeviceListenOptions;
  /** A mailbox at a broker. */
  readonly relay?: DeviceRelayOptions;
  /** How the host is called on devices. Default: the machine's name. */
  readonly hostName?: string;
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

/** The host's own place at a broker, and how devices get theirs. */
export interface DeviceRelayOptions extends NatsServers {
  readonly mailbox: string;
  /**
   * A place for the next device, asked for with each pairing link. The link carries it: with the servers and what the broker knows
   * the device by it must fit into 1,900 bytes. Default: a new name, and nothing to show, for a broker that asks nobody.
   */
  readonly place?: () => NatsDevice | Promise<NatsDevice>;
}

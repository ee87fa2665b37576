import type { Clock } from "@nucleic/protocol/core";
import type { DeviceDirectory, DeviceRow } from "./device-directory.ts";
import type { SecureChannel } from "./secure-channel.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import type { Transport } from "./wire.ts";

/** The keys of a host. */
export interface HostKeys {
  readonly current: KeyPair;
  /** Taken as well: the next one after it has been announced, the one before for 30 days. */
  readonly others?: readonly KeyPair[] | undefined;
  /** Told to each device that connects. `notBefore`: epoch milliseconds from when on it may be used. */
  readonly announced?: { readonly publicKey: Uint8Array; readonly notBefore: number } | undefined;
}

/** A device that somebody has to confirm. Its name is the device's own word, to be shown as such. */
export interface PairingRequest {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly platform: string;
  readonly requestedScopes: readonly string[];
}

/** What the person at the host decided. */
export interface PairingDecision {
  /** The six digits that the person read on the device, and typed or chose. Anything else refuses the device. */
  readonly sas: string;
  readonly scopes: readonly string[];
}

/** A device that is connected and has shown that it has the keys. */
export interface ConnectedDevice {
  /** As of the handshake. What it may do is read anew at each intent. */
  readonly row: DeviceRow;
  readonly version: number;
  readonly channel: SecureChannel;
}

/** Where a link came from. */
export interface LinkOrigin {
  readonly transport: Transport;
  /** An address, or a mailbox: what limits are counted by. */
  readonly source: string;
}

/** What a responder works with. */
export interface ResponderOptions {
  readonly sodium: Sodium;
  readonly clock: Clock;
  readonly hostName: string;
  readonly hostKeys: () => HostKeys;
  readonly directory: DeviceDirectory;
  /** Asks the person at the host; nothing to refuse. `signal` aborts after a minute, or when the device has gone. */
  readonly confirm: (
    request: PairingRequest,
    signal: AbortSignal,
    /** For a choice of several: never to be shown as the only one to agree to. */
    sas: string,
  ) => Promise<PairingDecision | undefined>;
  /**
   * The place at a broker that a device is given when it is paired, as text for its own transport; nothing where there is
   * none. Whoever gives it out has kept that it did.
   */
  readonly relayPlace?: ((deviceId: string) => Promise<string | undefined>) | undefined;
  /** A device is connected. The channel is its reader's from here on. */
  readonly onDevice: (device: ConnectedDevice) => void;
  /** A device has kept the host's announced key. */
  readonly onHostKeyStored?: ((deviceId: string, publicKey: Uint8Array) => void) | undefined;
  /** The directory failed, or what was called back. Failures of strangers are not told. */
  readonly onProblem: (error: unknown) => void;
}

import type { Clock } from "@nucleic/protocol/core";
import type { FrameLink } from "../frames.ts";
import { fromBase64Url, toBase64Url } from "./bytes.ts";
import { bytesField, countField, type Fields } from "./fields.ts";
import { type LinkWelcome, openLink } from "./initiate-link.ts";
import { NoiseError } from "./noise-error.ts";
import type { Pairing } from "./pairing.ts";
import type { SecureChannel } from "./secure-channel.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import type { Transport } from "./wire.ts";

/** What a device works with. */
export interface HostConnectionOptions {
  readonly sodium: Sodium;
  readonly clock: Clock;
  readonly transport: Transport;
  /** Opens a link. */
  readonly dial: (signal: AbortSignal) => Promise<FrameLink>;
  readonly pairing: Pairing;
  /** Keeps what has changed, durably. One call at a time. */
  readonly store: (pairing: Pairing) => Promise<void>;
  readonly clientVersion: string;
  readonly onWelcome?: ((welcome: LinkWelcome) => void) | undefined;
}

interface Keys {
  readonly hostKey: Uint8Array;
  readonly deviceKey: KeyPair;
}

/** The device's way to one host it is paired with: one channel after another, over whatever keys both have. */
export class HostConnection {
  readonly #options: HostConnectionOptions;
  #pairing: Pairing;
  #storing: Promise<void> = Promise.resolve();
  #channel: SecureChannel | undefined;
  #proposed: KeyPair | undefined;

  constructor(options: HostConnectionOptions) {
    this.#options = options;
    this.#pairing = options.pairing;
  }

  /** As it is kept now. */
  get pairing(): Pairing {
    return this.#pairing;
  }

  /**
   * Opens a channel. Where keys are about to change the new ones are tried first, then those before.
   * @throws NoiseError as `openLink`; whatever `dial` or `store` throws
   */
  async open(signal: AbortSignal): Promise<SecureChannel> {
    let failure: unknown;
    for (const keys of this.#candidates()) {
      try {
        return await this.#open(keys, signal);
      } catch (error) {
        failure = error;
        // Only silence tells that the host does not know the keys; all else would be the same with others.
        const isSilence = error instanceof NoiseError && (error.code === "timedOut" || error.code === "lost");
        if (!isSilence) throw error;
      }
    }
    throw failure;
  }

  /** Makes a new key for this device and tells the host. It is used from the next link on. */
  rotateKey(): void {
    this.#proposed ??= this.#options.sodium.keyPair();
    this.#channel?.sendControl({ t: "key.rotate", key: toBase64Url(this.#proposed.publicKey) });
  }

  #candidates(): readonly Keys[] {
    const { clock } = this.#options;
    const { deviceKey, hostKey, nextDeviceKey, nextHostKey } = this.#pairing;
    const isDue = nextHostKey !== undefined && clock.now() >= nextHostKey.notBefore;
    const hostKeys = isDue ? [nextHostKey.publicKey, hostKey] : [hostKey];
    const deviceKeys = nextDeviceKey === undefined ? [deviceKey] : [nextDeviceKey, deviceKey];
    return hostKeys.flatMap((host) => deviceKeys.map((device) => ({ hostKey: host, deviceKey: device })));
  }

  async #open(keys: Keys, signal: AbortSignal): Promise<SecureChannel> {
    const { clientVersion, clock, dial, sodium, transport } = this.#options;
    const link = await dial(signal);
    const { channel, welcome } = await openLink({
      sodium,
      clock,
      link,
      transport,
      clientVersion,
      signal,
      ...keys,
      pairing: this.#pairing,
      onControl: (fields, from) => this.#takeControl(fields, from),
    });
    this.#channel = channel;
    try {
      await this.#used(keys, welcome.version);
    } catch (error) {
      channel.close();
      throw error;
    }
    this.#options.onWelcome?.(welcome);
    return channel;
  }

  /** What has answered is what is kept; what it has replaced is forgotten. */
  async #used({ deviceKey, hostKey }: Keys, version: number): Promise<void> {
    await this.#change((pairing) => {
      const isNextHost = hostKey !== pairing.hostKey;
      const isNextDevice = deviceKey !== pairing.deviceKey;
      if (!isNextHost && !isNextDevice && version <= pairing.version) return undefined;
      return {
        ...pairing,
        hostKey,
        deviceKey,
        nextHostKey: isNextHost ? undefined : pairing.nextHostKey,
        nextDeviceKey: isNextDevice ? undefined : pairing.nextDeviceKey,
        version: Math.max(version, pairing.version),
      };
    });
  }

  #takeControl(fields: Fields, channel: SecureChannel): void {
    if (fields.t === "host.rotate") {
      const publicKey = bytesField(fields, "key", 32);
      const nextHostKey = { publicKey, notBefore: countField(fields, "notBefore") };
      const stored = this.#change((pairing) => ({ ...pairing, nextHostKey }));
      const tell = () => channel.sendControl({ t: "host.stored", key: toBase64Url(publicKey) });
      stored.then(tell, () => channel.end("done"));
    } else if (fields.t === "key.stored") this.#keyIsStored(fields, channel);
  }

  #keyIsStored(fields: Fields, channel: SecureChannel): void {
    const proposed = this.#proposed;
    const key = typeof fields.key === "string" ? fromBase64Url(fields.key) : undefined;
    const isOurs = key !== undefined && proposed !== undefined && this.#isSame(key, proposed.publicKey);
    if (!isOurs) return;
    this.#proposed = undefined;
    this.#change((pairing) => ({ ...pairing, nextDeviceKey: proposed })).catch(() => channel.end("done"));
  }

  #isSame(a: Uint8Array, b: Uint8Array): boolean {
    return this.#options.sodium.isEqual(a, b);
  }

  /** One change after another, each on what the one before has left. */
  #change(change: (pairing: Pairing) => Pairing | undefined): Promise<void> {
    const done = this.#storing.then(async () => {
      const changed = change(this.#pairing);
      if (changed === undefined) return;
      await this.#options.store(changed);
      this.#pairing = changed;
    });
    this.#storing = done.catch(() => undefined);
    return done;
  }
}

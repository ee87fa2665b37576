import type { FrameLink } from "../frames.ts";
import { HalfOpen } from "./half-open.ts";
import { LinkControls } from "./host-controls.ts";
import { HostLink, type HostState } from "./host-link.ts";
import { channelAgeMs, pairingLinkMs } from "./limits.ts";
import { LiveChannels } from "./live-channels.ts";
import { type Endpoint, writePairingLink } from "./pairing-link.ts";
import { type PairingOutcome, PairingRoots } from "./pairing-roots.ts";
import type { HostKeys, LinkOrigin, ResponderOptions } from "./responder-options.ts";

/** A pairing link that is open. */
export interface PairingOffer {
  /** To be shown as a code or copied. Secret; good for one device, for two minutes. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Settles with what became of it. */
  readonly ended: Promise<PairingOutcome>;
  close(): void;
}

/** The host's side of the secure channel: takes links, pairs devices and hands out their channels. */
export class Responder implements AsyncDisposable {
  readonly #host: HostState;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: ResponderOptions) {
    const { clock, sodium } = options;
    const live = new LiveChannels();
    this.#host = {
      options: {
        ...options,
        onDevice: (device) => {
          void this.#endWhenOld(device.channel);
          options.onDevice(device);
        },
      },
      live,
      roots: new PairingRoots(sodium, clock),
      halfOpen: new HalfOpen(clock),
      stop: this.#stop.signal,
    };
  }

  /** Serves one link to its end. Never rejects; a link that comes to nothing is closed without a word. */
  accept(link: FrameLink, origin: LinkOrigin): Promise<void> {
    const running = new HostLink(this.#host, link, origin).run();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Opens a pairing link. @throws NoiseError `exhausted` where four are open, `badLink` where addresses are too long */
  openPairing(endpoints: readonly Endpoint[], base?: string): PairingOffer {
    const { options, roots } = this.#host;
    const root = roots.open();
    const expiresAt = options.clock.now() + pairingLinkMs;
    const hostKey = options.hostKeys().current.publicKey;
    try {
      const link = { hostKey, root: root.root, expiresAt: Math.ceil(expiresAt / 1_000), endpoints };
      const text = writePairingLink(link, base);
      return { text, expiresAt, ended: root.ended, close: () => root.end("closed") };
    } catch (error) {
      root.end("closed");
      throw error;
    }
  }

  /** Ends the channels of a device: after it is revoked, or (`renew`) to have it connect anew after a change. */
  endDevice(deviceId: string, reason: "revoked" | "renew"): void {
    this.#host.live.end(deviceId, reason);
  }

  /** Tells the devices that are connected of a key to come. Later ones are told when they connect. */
  announce(hostKey: NonNullable<HostKeys["announced"]>): void {
    this.#host.live.each((channel) => channel.sendControl(LinkControls.hostRotate(hostKey)));
  }

  /** Ends all channels as `stopping`, all links and all pairing links. Idempotent. */
  async close(): Promise<void> {
    this.#host.roots.close();
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A device that does not ask for new keys after a day is made to. */
  async #endWhenOld(channel: {
    readonly ended: Promise<unknown>;
    end(reason: "renew"): void;
  }): Promise<void> {
    const over = new AbortController();
    void channel.ended.then(() => over.abort());
    await this.#host.options.clock.sleep(channelAgeMs + 3_600_000, over.signal).catch(() => undefined);
    channel.end("renew");
  }
}

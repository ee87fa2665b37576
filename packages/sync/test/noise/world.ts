import { type Clock, systemClock } from "@nucleic/protocol";
import type { FrameLink } from "../../src/frames.ts";
import { HostConnection } from "../../src/noise/connect-host.ts";
import { type PairingAttempt, pairWithHost } from "../../src/noise/initiate-pairing.ts";
import type { Pairing } from "../../src/noise/pairing.ts";
import { readPairingLink } from "../../src/noise/pairing-link.ts";
import { Responder } from "../../src/noise/responder.ts";
import type { ConnectedDevice, ResponderOptions } from "../../src/noise/responder-options.ts";
import type { SecureChannel } from "../../src/noise/secure-channel.ts";
import type { Sodium } from "../../src/noise/sodium.ts";
import { MemoryDeviceDirectory } from "../../src/testing/memory-device-directory.ts";
import { type Fate, FramePair } from "./frame-pair.ts";
import { sodium } from "./helpers.ts";

interface Fates {
  readonly up?: Fate;
  readonly down?: Fate;
}

/** The device's end of a link. */
interface Dialled {
  readonly device: FrameLink;
}

/** A host and its devices, on a network that is at the tests' mercy. */
export class World {
  readonly directory = new MemoryDeviceDirectory();
  readonly hostKey = sodium.keyPair();
  readonly connected: ConnectedDevice[] = [];
  readonly problems: unknown[] = [];
  readonly clock: Clock;
  readonly sodium: Sodium;
  readonly responder: Responder;
  #onConnected: () => void = () => undefined;

  constructor(options: Partial<ResponderOptions> = {}) {
    this.clock = options.clock ?? systemClock;
    this.sodium = options.sodium ?? sodium;
    this.responder = new Responder({
      sodium,
      clock: this.clock,
      hostName: "workshop",
      hostKeys: () => ({ current: this.hostKey }),
      directory: this.directory,
      confirm: async (_request, _signal, sas) => ({ sas, scopes: ["view"] }),
      onDevice: (device) => {
        this.connected.push(device);
        this.#onConnected();
      },
      onProblem: (error) => this.problems.push(error),
      ...options,
    });
  }

  /** A link between a device and this host. */
  link(fates: Fates = {}, source = "10.0.0.2", transport: "direct" | "relay" = "direct"): FramePair {
    const pair = new FramePair(fates);
    void this.responder.accept(pair.host, { transport, source });
    return pair;
  }

  async pair(
    over: Partial<PairingAttempt> = {},
    text = this.responder.openPairing([]).text,
    link: Dialled = this.link(),
  ): Promise<Pairing> {
    return await pairWithHost({
      sodium: this.sodium,
      clock: this.clock,
      link: link.device,
      transport: "direct",
      pairingLink: readPairingLink(text),
      device: { name: "phone", platform: "test", requestedScopes: ["view", "approve"] },
      onDigits: () => undefined,
      store: async () => undefined,
      signal: AbortSignal.timeout(30_000),
      ...over,
    });
  }

  connection(
    pairing: Pairing,
    link: () => Dialled | Promise<Dialled> = () => this.link(),
    transport: "direct" | "relay" = "direct",
  ): HostConnection {
    return new HostConnection({
      sodium: this.sodium,
      clock: this.clock,
      transport,
      dial: async () => (await link()).device,
      pairing,
      store: async () => undefined,
      clientVersion: "0.0.0",
    });
  }

  /** Opens a channel; both ends of it. */
  async connect(
    pairing: Pairing,
    link?: () => Dialled | Promise<Dialled>,
    transport?: "direct" | "relay",
  ): Promise<{ readonly near: SecureChannel; readonly far: ConnectedDevice }> {
    const far = this.nextDevice();
    const near = await this.connection(pairing, link, transport).open(AbortSignal.timeout(30_000));
    return { near, far: await far };
  }

  /** The next device that is connected. */
  nextDevice(): Promise<ConnectedDevice> {
    const count = this.connected.length;
    return new Promise((resolve) => {
      this.#onConnected = () => {
        const device = this.connected[count];
        if (device !== undefined) resolve(device);
      };
    });
  }
}

/** The next message of a channel. */
export async function nextOf(channel: SecureChannel): Promise<string | undefined> {
  for await (const text of channel.messages) return text;
  return undefined;
}

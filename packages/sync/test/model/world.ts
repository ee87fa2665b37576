import type { DeviceId, Verbosity } from "@nucleic/protocol";
import type { FrameLink } from "../../src/frames.ts";
import { HostConnection } from "../../src/noise/connect-host.ts";
import { deviceIdOf, hostIdOf } from "../../src/noise/derive.ts";
import { idText } from "../../src/noise/id-text.ts";
import { nativeSodium } from "../../src/noise/node/native-sodium.ts";
import { Responder } from "../../src/noise/responder.ts";
import { loadSodium } from "../../src/noise/wasm-sodium.ts";
import { serveClient } from "../../src/server/index.ts";
import { MemoryDeviceDirectory } from "../../src/testing/memory-device-directory.ts";
import { clientWith } from "../memory-host.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { Device } from "./device.ts";
import { Disk } from "./disk.ts";
import { type Draw, drawFrom } from "./draw.ts";
import { ModelHost } from "./model-host.ts";
import { Network } from "./network.ts";
import type { Tally } from "./tally.ts";

const verbosities: readonly Verbosity[] = ["full", "normal", "summary", "full", "summary"];
const maxDownMs = 3_000;
const sodium = (await nativeSodium()) ?? (await loadSodium());

/** Five devices and a host that is killed now and then, with encrypted channels over bad networks between them. */
export class World {
  readonly clock = new VirtualClock();
  readonly draw: Draw;
  readonly tally: Tally;
  readonly disk = new Disk();
  /** How often each intent was done, over all lives of the host. */
  readonly effects = new Map<string, number>();
  readonly devices: Device[] = [];
  readonly problems: unknown[] = [];
  host: ModelHost;
  asked = 0;
  readonly #hostKey = sodium.keyPair();
  readonly #directory = new MemoryDeviceDirectory();
  #responder: Responder;
  #isDown = false;
  #links = 0;

  static async open(seed: number, tally: Tally): Promise<World> {
    const world = new World(seed, tally);
    for (const verbosity of verbosities) await world.#addDevice(verbosity);
    return world;
  }

  private constructor(seed: number, tally: Tally) {
    this.draw = drawFrom(seed);
    this.tally = tally;
    this.host = this.#newHost();
    this.#responder = this.#newResponder(this.host);
  }

  /** The host is killed, and another comes up from its disk a little later. */
  kill(): void {
    if (this.#isDown) return;
    this.tally.count("hosts killed");
    this.#isDown = true;
    this.host.kill();
    for (const { options } of this.devices) options.network.cut();
    void this.#responder.close();
    this.clock.after(this.draw(maxDownMs), () => {
      this.host = this.#newHost();
      this.#responder = this.#newResponder(this.host);
      this.#isDown = false;
    });
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  /** The networks are good from now on. */
  calm(): void {
    for (const { options } of this.devices) options.network.isCalm = true;
  }

  async close(): Promise<void> {
    const closed = Promise.all(this.devices.map((device) => device.close()));
    for (const { options } of this.devices) options.network.cut();
    let isClosed = false;
    void Promise.all([closed, this.#responder.close()]).then(() => {
      isClosed = true;
    });
    await this.clock.until(() => isClosed);
  }

  #newHost(): ModelHost {
    const { clock, draw, disk } = this;
    const onEffect = (key: string) => void this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
    return new ModelHost({
      clock,
      draw,
      disk,
      onEffect,
      onKnown: () => this.tally.count("intents that arrived again"),
    });
  }

  #newResponder(host: ModelHost): Responder {
    const { clock } = this;
    return new Responder({
      sodium,
      clock,
      hostName: "workshop",
      hostKeys: () => ({ current: this.#hostKey }),
      directory: this.#directory,
      confirm: async () => undefined,
      onProblem: (error) => this.problems.push(error),
      onDevice: ({ channel, row }) => {
        const client = { ...clientWith("view", "approve", "control"), id: row.deviceId as DeviceId };
        void serveClient({ channel, client, host, clock, signal: new AbortController().signal });
      },
    });
  }

  #accept(link: FrameLink): boolean {
    if (this.#isDown) return false;
    // Limits on strangers are counted by source, and are another test's.
    void this.#responder.accept(link, { transport: "direct", source: `source ${++this.#links}` });
    return true;
  }

  /** A device that was paired long ago. */
  async #addDevice(verbosity: Verbosity): Promise<void> {
    const { clock, draw, tally } = this;
    const [deviceKey, approvalKey, psk] = [sodium.keyPair(), sodium.signingPair(), sodium.random(32)];
    const deviceId = idText(deviceIdOf(sodium, deviceKey.publicKey));
    const network = new Network({ clock, draw, tally, accept: (link) => this.#accept(link) });
    const about = { deviceId, psk, version: 1 } as const;
    await this.#directory.add({
      ...about,
      name: `device ${this.devices.length}`,
      platform: "model",
      state: "active",
      key: deviceKey.publicKey,
      approvalKey: approvalKey.publicKey,
      scopes: ["view", "approve", "control"],
      epoch: 1,
      confirmBy: 0,
      canPush: false,
    });
    const connection = new HostConnection({
      sodium,
      clock,
      transport: "direct",
      dial: async () => network.dial(),
      pairing: {
        ...about,
        hostId: idText(hostIdOf(sodium, this.#hostKey.publicKey)),
        hostName: "workshop",
        hostKey: this.#hostKey.publicKey,
        deviceKey,
        approvalKey,
      },
      store: async () => undefined,
      clientVersion: "0",
    });
    const id = `device-${this.devices.length}`;
    this.devices.push(new Device({ id, deviceId, verbosity, clock, draw, network, connection }));
  }
}

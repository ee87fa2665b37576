import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock, DeviceId } from "@nucleic/protocol/core";
import type { Runtime } from "@nucleic/runtime";
import { type ConnectedDevice, type Endpoint, Responder, type Transport } from "@nucleic/sync/noise";
import { FileKeyStore, loadFastestSodium } from "@nucleic/sync/noise/node";
import type { Channel } from "@nucleic/sync/server";
import type { FrameListener } from "@nucleic/sync/transports";
import { webSocketListener } from "@nucleic/sync/transports/node";
import type { LocalPort } from "../port.ts";
import { DeviceClient } from "./device-client.ts";
import { StoredDevices } from "./device-directory.ts";
import type { DeviceOptions } from "./device-options.ts";
import { DevicePort } from "./device-port.ts";
import { directEndpoints } from "./endpoints.ts";
import { Keyring } from "./keyring.ts";
import { closesAt } from "./limits.ts";
import { PairingDesk, type PairingEndpoints } from "./pairing-desk.ts";
import { openRelayDoor, type RelayDoor } from "./relay-door.ts";

export interface DeviceServerOptions extends DeviceOptions {
  readonly dataDir: string;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly port: LocalPort;
  /** Aborts when the host goes down. */
  readonly ending: AbortSignal;
  /** Serves a device until its channel ends. */
  readonly serve: (channel: Channel, client: DeviceClient, port: DevicePort) => Promise<void>;
  readonly onProblem: (message: string, cause: unknown) => void;
}

/** Where paired devices come in, whichever way, and new ones are paired. */
export class DeviceServer implements AsyncDisposable {
  readonly pairings: PairingDesk;
  readonly #options: DeviceServerOptions;
  readonly #responder: Responder;
  readonly #keyring: Keyring;
  readonly #door: RelayDoor | undefined;
  readonly #listeners: readonly FrameListener[];
  readonly #connected = new Map<DeviceId, number>();

  /** Where the WebSocket is; `undefined` where there is none. */
  readonly url: string | undefined;

  /** @throws NoiseError of the key store; TransportError where it cannot listen or the broker refuses */
  static async open(options: DeviceServerOptions): Promise<DeviceServer> {
    const { clock, dataDir, listen, relay } = options;
    const sodium = await loadFastestSodium();
    const store = new FileKeyStore(join(dataDir, "keys"));
    const keyring = await Keyring.open({ store, sodium, clock });
    await using undo = new AsyncDisposableStack();
    const socket = listen && (await webSocketListener(addressOf(listen)));
    if (socket) undo.use(socket);
    const isPaired = async (id: DeviceId) => (await options.runtime.devices.get(id))?.state === "active";
    const door = relay && (await openRelayDoor({ ...options, relay, store, isPaired }));
    if (door) undo.use(door.listener);
    const server = new DeviceServer(options, { sodium, keyring, socket, door });
    undo.move();
    return server;
  }

  private constructor(options: DeviceServerOptions, parts: ServerParts) {
    const { clock, runtime, hostName = hostname(), listen, onProblem } = options;
    const { sodium, keyring, socket, door } = parts;
    this.#options = options;
    this.#door = door;
    this.#keyring = keyring;
    this.url = socket?.url;
    const direct = socket && listen ? directEndpoints(socket.url, listen) : [];
    const { sealKey } = keyring;
    const limitsFor = (id: DeviceId) => this.pairings.limitsOf(id);
    this.#responder = new Responder({
      sodium,
      clock,
      hostName,
      hostKeys: () => keyring.hostKeys,
      directory: new StoredDevices(runtime.devices, sodium, { sealKey, limitsFor }),
      relayPlace: async (id) => await door?.place(id),
      confirm: (request, signal) => this.pairings.ask(request, signal),
      onDevice: (device) => void this.#serve(device),
      onProblem: (error) => onProblem("a device could not be served", error),
    });
    this.pairings = new PairingDesk(
      clock,
      (endpoints) => this.#responder.openPairing(endpoints),
      () => this.#endpoints(direct),
    );
    this.#listeners = [socket, door?.listener].flatMap((one) => one ?? []);
    if (socket) void this.#accept(socket, "direct");
    if (door) void this.#accept(door.listener, "relay");
  }

  isConnected(id: DeviceId): boolean {
    return this.#connected.has(id);
  }

  /** Ends the channels of a device: it was revoked, or is to come back as what it is now. */
  end(id: DeviceId, reason: "revoked" | "renew"): void {
    this.#responder.endDevice(id, reason);
    if (reason === "revoked") this.#door?.revoke(id);
  }

  /** A new host key. Devices that are connected hear of it now, others when they come. Until when those before are taken. */
  async rotateKey(): Promise<number> {
    const until = await this.#keyring.rotate();
    const { announced } = this.#keyring.hostKeys;
    if (announced) this.#responder.announce(announced);
    return until;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#responder.close();
    for (const listener of this.#listeners) await listener.close();
  }

  async #endpoints(direct: readonly Endpoint[]): Promise<PairingEndpoints> {
    const place = await this.#door?.pairing();
    if (place?.listener) void this.#accept(place.listener, "relay");
    return {
      endpoints: place ? [...direct, place.endpoint] : direct,
      close: async () => await place?.listener?.close(),
    };
  }

  async #accept(listener: FrameListener, transport: Transport): Promise<void> {
    for await (const { link, from } of listener.links)
      void this.#responder.accept(link, { transport, source: from });
  }

  async #serve({ row, channel }: ConnectedDevice): Promise<void> {
    const { clock, port, runtime, serve, onProblem } = this.#options;
    const { devices } = runtime;
    const id = row.deviceId as DeviceId;
    const over = new AbortController();
    this.#connected.set(id, (this.#connected.get(id) ?? 0) + 1);
    try {
      await devices.seen(id);
      const limits = (await devices.get(id))?.limits ?? { projects: [] };
      const end = closesAt(limits, clock.now());
      if (end !== undefined) void this.#endAt(id, end, over.signal);
      await serve(
        channel,
        new DeviceClient(id, devices, clock),
        new DevicePort({ port, device: id, devices, clock, limits }),
      );
    } catch (error) {
      onProblem("a device could not be served", error);
    } finally {
      over.abort();
      channel.close();
      const left = (this.#connected.get(id) ?? 1) - 1;
      if (left > 0) this.#connected.set(id, left);
      else this.#connected.delete(id);
    }
  }

  /** What it may do is over by then: it comes back as one that may do nothing. */
  async #endAt(id: DeviceId, at: number, over: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (let left = at - clock.now(); left > 0 && !over.aborted; left = at - clock.now())
      await clock.sleep(Math.min(left, maxSleepMs), over).catch(() => undefined);
    if (!over.aborted) this.end(id, "renew");
  }
}

/** Timers take no more than 2^31 - 1. */
const maxSleepMs = 2 ** 31 - 1;

interface ServerParts {
  readonly sodium: Awaited<ReturnType<typeof loadFastestSodium>>;
  readonly keyring: Keyring;
  readonly socket: Awaited<ReturnType<typeof webSocketListener>> | undefined;
  readonly door: RelayDoor | undefined;
}

function addressOf({ host, port }: NonNullable<DeviceOptions["listen"]>) {
  return { ...(host !== undefined && { address: host }), ...(port !== undefined && { port }) };
}

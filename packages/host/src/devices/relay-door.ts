import type { Clock, DeviceId } from "@nucleic/protocol/core";
import type { Endpoint, KeyStore } from "@nucleic/sync/noise";
import { type FrameListener, type NatsDevice, newRelayToken } from "@nucleic/sync/transports";
import { natsMailbox, type RelayCredentials } from "@nucleic/sync/transports/node";
import type { DeviceRelayOptions, MintedRelayOptions } from "./device-options.ts";
import { relayEndpoint } from "./endpoints.ts";
import { RelayBook } from "./relay-book.ts";

/** What a pairing link says of the broker, and where the device that reads it comes in. */
export interface PairingPlace {
  readonly endpoint: Endpoint;
  /** A mailbox for this pairing alone; absent where it comes in where all do. To be closed when the pairing is over. */
  readonly listener?: FrameListener;
}

/** Where devices come in through a broker. */
export interface RelayDoor {
  readonly listener: FrameListener;
  /** @throws TransportError where the broker does not take the place; whatever an operator's own service throws */
  pairing(): Promise<PairingPlace>;
  /** The place of a device for good; nothing where its link named it already. */
  place(deviceId: string): Promise<string | undefined>;
  /** Takes a device's place back, now or as soon as the broker can be told. Its frames are dropped from now on. */
  revoke(deviceId: string): void;
}

export interface RelayDoorOptions {
  readonly relay: DeviceRelayOptions;
  readonly store: KeyStore;
  readonly clock: Clock;
  /** Whether a device of the book is still one. */
  readonly isPaired: (deviceId: DeviceId) => Promise<boolean>;
  readonly ending: AbortSignal;
  readonly onProblem: (message: string, cause: unknown) => void;
}

/** Connects. @throws TransportError; NoiseError of the key store */
export async function openRelayDoor(options: RelayDoorOptions): Promise<RelayDoor> {
  const { relay, ending } = options;
  if ("places" in relay) return await MintedDoor.open(options, relay);
  const listener = await natsMailbox({ ...relay, onProblem: onLost(options) }, ending);
  return {
    listener,
    pairing: async () => ({ endpoint: await relayEndpoint(relay) }),
    place: async () => undefined,
    revoke: () => undefined,
  };
}

const retryMs = 60_000;

/** The host gives the places out itself: one for each device, and a mailbox of its own for each pairing. */
class MintedDoor implements RelayDoor {
  readonly listener: FrameListener;
  readonly #options: RelayDoorOptions;
  readonly #servers: readonly string[];
  readonly #places: RelayCredentials;
  readonly #book: RelayBook;
  /** Of those that are paired no more, until the broker knows. */
  readonly #revoked = new Set<string>();
  #revoking: Promise<void> | undefined;

  static async open(options: RelayDoorOptions, relay: MintedRelayOptions): Promise<MintedDoor> {
    const book = await RelayBook.open(options.store);
    const revoked = new Set<string>();
    const accepts = (device: string) => {
      if (!book.knows(device)) return false;
      return ![...revoked].some((id) => book.placeOf(id)?.device === device);
    };
    const { servers, places } = relay;
    const mailbox = { servers, ...places.forHost(book.mailbox), accepts, onProblem: onLost(options) };
    const door = new MintedDoor(options, relay, book, revoked, await natsMailbox(mailbox, options.ending));
    void door.#takeBack();
    return door;
  }

  private constructor(
    options: RelayDoorOptions,
    { servers, places }: MintedRelayOptions,
    book: RelayBook,
    revoked: Set<string>,
    listener: FrameListener,
  ) {
    this.#options = options;
    this.#servers = servers;
    this.#places = places;
    this.#book = book;
    this.#revoked = revoked;
    this.listener = listener;
  }

  async pairing(): Promise<PairingPlace> {
    const { host, device } = this.#places.forPairing();
    const accepts = (name: string) => name === device.device;
    // That it ends by itself after two minutes is no problem.
    const listener = await natsMailbox({ servers: this.#servers, ...host, accepts }, this.#options.ending);
    return { listener, endpoint: endpointOf({ servers: this.#servers, ...device }) };
  }

  async place(deviceId: string): Promise<string> {
    const place = this.#places.forDevice(this.#book.mailbox, newRelayToken());
    await this.#book.enter(deviceId, { device: place.device, user: place.user });
    return endpointOf({ servers: this.#servers, ...place }).address;
  }

  revoke(deviceId: string): void {
    if (this.#book.placeOf(deviceId) === undefined) return;
    this.#revoked.add(deviceId);
    this.#revoking ??= this.#revokeAll().finally(() => {
      this.#revoking = undefined;
    });
  }

  /** What was revoked while no broker could be told, and places of devices that never came. */
  async #takeBack(): Promise<void> {
    try {
      for (const id of this.#book.devices)
        if (!(await this.#options.isPaired(id as DeviceId))) this.revoke(id);
    } catch (cause) {
      this.#options.onProblem("it cannot be told which places at the broker are to be taken back", cause);
    }
  }

  /** Until all of them are. */
  async #revokeAll(): Promise<void> {
    const { clock, ending, onProblem } = this.#options;
    while (this.#revoked.size > 0 && !ending.aborted) {
      const ids = [...this.#revoked];
      try {
        await this.#places.revoke(ids.flatMap((id) => this.#book.placeOf(id)?.user ?? []));
        for (const id of ids) {
          await this.#book.strike(id);
          this.#revoked.delete(id);
        }
      } catch (cause) {
        onProblem(
          "the broker does not know yet that a device was revoked; it is told again in a minute",
          cause,
        );
        await clock.sleep(retryMs, ending).catch(() => undefined);
      }
    }
  }
}

function onLost({ onProblem }: RelayDoorOptions): (cause: unknown) => void {
  return (cause) => onProblem("the broker does not carry devices now", cause);
}

/** Only what a device needs to connect. */
function endpointOf(place: NatsDevice): Endpoint {
  const { servers, mailbox, device, credentials } = place;
  return { kind: "relay", address: JSON.stringify({ servers, mailbox, device, credentials }) };
}

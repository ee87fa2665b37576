import { randomUUID } from "node:crypto";
import type { Clock, DeviceId } from "@nucleic/protocol/core";
import type { DeviceLimits, DeviceScope, PairingState } from "@nucleic/protocol/messages";
import type { Endpoint, PairingDecision, PairingOffer, PairingRequest } from "@nucleic/sync/noise";
import { HostRefusal } from "../refusal.ts";

/** A client asks again at once. */
const waitMs = 20_000;

/** What the person has chosen for a device. */
export interface Confirmation {
  readonly digits: string;
  readonly scopes: readonly DeviceScope[];
  readonly limits: DeviceLimits;
}

/** Where the next device can come in. */
export interface PairingEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** Ends what was opened for this pairing alone. */
  readonly close: () => Promise<void>;
}

interface Pairing {
  readonly id: string;
  readonly offer: PairingOffer;
  state: PairingState;
  /** Settles with the next state. */
  changed: PromiseWithResolvers<void>;
  decide: ((decision: PairingDecision | undefined) => void) | undefined;
  limits: DeviceLimits;
}

/** Where a pairing link meets the person who confirms. One at a time: the next one closes it. */
export class PairingDesk {
  readonly #clock: Clock;
  readonly #open: (endpoints: readonly Endpoint[]) => PairingOffer;
  readonly #endpoints: () => Promise<PairingEndpoints>;
  #current: Pairing | undefined;

  /** `open` opens a link that says `endpoints`. */
  constructor(
    clock: Clock,
    open: (endpoints: readonly Endpoint[]) => PairingOffer,
    endpoints: () => Promise<PairingEndpoints>,
  ) {
    this.#clock = clock;
    this.#open = open;
    this.#endpoints = endpoints;
  }

  /** @throws HostRefusal `pairingBusy`; whatever a place at the broker throws */
  async begin(): Promise<string> {
    // Before a place is asked for, and again behind it: a device may have come meanwhile.
    this.#checkFree();
    const { endpoints, close } = await this.#endpoints();
    let offer: PairingOffer;
    try {
      this.#checkFree();
      this.#current?.offer.close();
      offer = this.#open(endpoints);
    } catch (error) {
      await close();
      throw error;
    }
    const pairing: Pairing = {
      id: randomUUID(),
      offer,
      state: { state: "open", link: offer.text, expiresAt: offer.expiresAt },
      changed: Promise.withResolvers(),
      decide: undefined,
      limits: {},
    };
    this.#current = pairing;
    void offer.ended.then((outcome) => {
      void close();
      const { state } = pairing;
      const device = state.state === "asking" ? { deviceId: state.deviceId } : {};
      this.#enter(pairing, { state: "over", outcome, ...device });
    });
    return pairing.id;
  }

  /** Where it stands; where that is `after`, once it stands elsewhere. @throws HostRefusal `unknownPairing` */
  async state(id: string, after: string | undefined, signal: AbortSignal): Promise<PairingState> {
    const pairing = this.#find(id);
    if (pairing.state.state === after) {
      const over = new AbortController();
      const waited = this.#clock.sleep(waitMs, AbortSignal.any([signal, over.signal])).catch(() => undefined);
      await Promise.race([pairing.changed.promise, waited]);
      over.abort();
    }
    return pairing.state;
  }

  /** `ResponderOptions.confirm`: a device has come, and the person is asked. */
  async ask(request: PairingRequest, signal: AbortSignal): Promise<PairingDecision | undefined> {
    const pairing = this.#current;
    if (pairing === undefined || pairing.state.state !== "open") return undefined;
    const decided = Promise.withResolvers<PairingDecision | undefined>();
    pairing.decide = decided.resolve;
    signal.addEventListener("abort", () => decided.resolve(undefined), { once: true });
    const { deviceId, deviceName, platform, requestedScopes } = request;
    const device = { deviceId: deviceId as DeviceId, deviceName, platform };
    this.#enter(pairing, { state: "asking", ...device, requestedScopes: [...requestedScopes] });
    return await decided.promise;
  }

  /** @throws HostRefusal `unknownPairing`, also where no device asks (any more) */
  async confirm(id: string, { digits, scopes, limits }: Confirmation) {
    const pairing = this.#find(id);
    const { state, decide } = pairing;
    if (state.state !== "asking" || decide === undefined)
      throw new HostRefusal("unknownPairing", "no device waits to be confirmed");
    pairing.limits = limits;
    pairing.decide = undefined;
    decide({ sas: digits, scopes });
    const outcome = await pairing.offer.ended;
    if (outcome === "paired") return { outcome, deviceId: state.deviceId };
    return { outcome: outcome === "refused" ? ("refused" as const) : ("lost" as const) };
  }

  cancel(id: string): void {
    const pairing = this.#find(id);
    pairing.decide?.(undefined);
    if (pairing.state.state === "open") pairing.offer.close();
  }

  /** What the device that was just confirmed is limited to. */
  limitsOf(deviceId: DeviceId): DeviceLimits {
    const pairing = this.#current;
    const isIt = pairing?.state.state === "asking" && pairing.state.deviceId === deviceId;
    if (!isIt) throw new HostRefusal("unknownPairing", "nobody has confirmed that device");
    return pairing.limits;
  }

  #checkFree(): void {
    if (this.#current?.state.state !== "asking") return;
    throw new HostRefusal("pairingBusy", "a device waits to be confirmed", {
      hint: "Confirm or refuse it first; it waits for a minute at most.",
    });
  }

  #find(id: string): Pairing {
    const pairing = this.#current;
    if (pairing?.id !== id) throw new HostRefusal("unknownPairing", "that pairing is over");
    return pairing;
  }

  #enter(pairing: Pairing, state: PairingState): void {
    pairing.state = state;
    const { changed } = pairing;
    pairing.changed = Promise.withResolvers();
    changed.resolve();
  }
}

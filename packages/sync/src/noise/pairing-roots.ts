import type { Clock } from "@nucleic/protocol/core";
import { gateMac, pairingSecrets, withoutMac } from "./derive.ts";
import { maxPairingFailures, pairingLinkMs } from "./limits.ts";
import { NoiseError } from "./noise-error.ts";
import type { Sodium } from "./sodium.ts";
import { headerBytes, tagBytes } from "./wire.ts";

/**
 * What became of a pairing link: `paired`, `refused` (the person said no, or typed other digits), `burnt` (too many
 * attempts failed), `expired`, `lost` (the device went away before it was accepted, or it could not be kept) or `closed`.
 */
export type PairingOutcome = "paired" | "refused" | "burnt" | "expired" | "lost" | "closed";

const maxOpen = 4;

/** The secret of one pairing link. In memory only, used once. */
export class PairingRoot {
  /** Settles with what became of it. */
  readonly ended: Promise<PairingOutcome>;
  readonly root: Uint8Array;
  readonly psk: Uint8Array;
  readonly tag: Uint8Array;
  readonly #sodium: Sodium;
  readonly #gate: Uint8Array;
  readonly #settle: (outcome: PairingOutcome) => void;
  readonly #stop = new AbortController();
  readonly #seen: Uint8Array[] = [];
  #failures = 0;
  #isBusy = false;

  constructor(sodium: Sodium, clock: Clock) {
    this.#sodium = sodium;
    this.root = sodium.random(32);
    const { gate, psk, tag } = pairingSecrets(sodium, this.root);
    this.psk = psk;
    this.tag = tag;
    this.#gate = gate;
    const { promise, resolve } = Promise.withResolvers<PairingOutcome>();
    this.ended = promise;
    this.#settle = resolve;
    const late = clock.sleep(pairingLinkMs, this.#stop.signal);
    late.then(() => this.end("expired")).catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /** P1 without its MAC, where it may begin an attempt: the MAC is right, it is new, and no other attempt is under way. */
  begin(frame: Uint8Array): Uint8Array | undefined {
    if (this.isOver || this.#isBusy) return undefined;
    const rest = withoutMac(this.#sodium, frame, (bytes) => gateMac(this.#sodium, this.#gate, bytes));
    if (rest === undefined || this.#seen.some((seen) => this.#sodium.isEqual(seen, frame))) return undefined;
    this.#seen.push(Uint8Array.from(frame));
    this.#isBusy = true;
    return rest;
  }

  /** The attempt came to nothing. The third one burns the link. */
  failed(): void {
    this.#isBusy = false;
    if (this.isOver) this.#forget();
    else if (++this.#failures >= maxPairingFailures) this.end("burnt");
  }

  /** It is known to whom it was shown: from here on it is used up, and only time or the person ends it. */
  taken(): void {
    this.#isBusy = false;
    this.#stop.abort();
    this.#forget();
  }

  end(outcome: PairingOutcome): void {
    this.#stop.abort();
    if (!this.#isBusy) this.#forget();
    this.#settle(outcome);
  }

  #forget(): void {
    for (const secret of [this.root, this.psk, this.#gate]) this.#sodium.wipe(secret);
  }
}

/** The pairing links that are open. */
export class PairingRoots {
  readonly #sodium: Sodium;
  readonly #clock: Clock;
  readonly #open = new Set<PairingRoot>();

  constructor(sodium: Sodium, clock: Clock) {
    this.#sodium = sodium;
    this.#clock = clock;
  }

  /** @throws NoiseError `exhausted` where four are open */
  open(): PairingRoot {
    if (this.#open.size >= maxOpen)
      throw new NoiseError("exhausted", "too many pairing links are open", { hint: "Close one of them." });
    const root = new PairingRoot(this.#sodium, this.#clock);
    this.#open.add(root);
    void root.ended.then(() => this.#open.delete(root));
    return root;
  }

  /** The one that a P1 is for. */
  find(frame: Uint8Array): PairingRoot | undefined {
    const tag = frame.slice(headerBytes, headerBytes + tagBytes);
    return [...this.#open].find((root) => this.#sodium.isEqual(root.tag, tag));
  }

  close(): void {
    for (const root of this.#open) root.end("closed");
  }
}

import type { Clock, DeviceId } from "@nucleic/protocol/core";

/** More than a person does, and less than what keeps a disk busy: each is written down before it is done. */
const defaultPerMinute = 200;
const minuteMs = 60_000;
/** Clients that are remembered; one that is forgotten begins with a full minute. */
const maxClients = 1_024;

interface Window {
  /** Of the monotonic clock. */
  readonly startsAtMs: number;
  taken: number;
}

/** How many intents each client may send, over all its connections. */
export class IntentRates {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #perMinute: number;
  /** Those that have sent something lately are last. */
  readonly #windows = new Map<DeviceId, Window>();

  /** @param perMinute default: 200 */
  constructor(clock: Pick<Clock, "monotonicMs">, perMinute = defaultPerMinute) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts one. Gives 0 where it may be done, or after how many milliseconds the client may ask again. */
  take(client: DeviceId): number {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#windows.get(client);
    const isOpen = known !== undefined && nowMs - known.startsAtMs < minuteMs;
    const window = isOpen ? known : { startsAtMs: nowMs, taken: 0 };
    if (window.taken >= this.#perMinute) return window.startsAtMs + minuteMs - nowMs;
    window.taken++;
    this.#windows.delete(client);
    this.#windows.set(client, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > maxClients && oldest !== undefined) this.#windows.delete(oldest);
    return 0;
  }
}

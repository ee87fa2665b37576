import type { Clock } from "@nucleic/protocol/core";

/** More than clocks are set by, and less than anybody waits for. */
const maxDriftMs = 10_000;
/** A host ends a connection that was silent for so long. Browsers let the timers of a hidden page wait for less. */
const maxLateMs = 60_000;

/**
 * Tells a machine that was asleep, or a program that was stopped, by its clocks: wall time went on without monotonic time,
 * or a timer came so late that the other end has given up.
 */
export class ClockJump {
  readonly #clock: Clock;
  #wallMs: number;
  #monotonicMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallMs = clock.now();
    this.#monotonicMs = clock.monotonicMs();
  }

  /** Whether it was so since it was asked last, or made. `meantMs`: how much time was meant to pass. */
  happened(meantMs: number): boolean {
    const [wallMs, monotonicMs] = [this.#clock.now(), this.#clock.monotonicMs()];
    const passedMs = monotonicMs - this.#monotonicMs;
    const driftMs = wallMs - this.#wallMs - passedMs;
    this.#wallMs = wallMs;
    this.#monotonicMs = monotonicMs;
    return driftMs > maxDriftMs || passedMs - meantMs > maxLateMs;
  }
}

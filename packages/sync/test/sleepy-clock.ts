import { VirtualClock } from "./virtual-clock.ts";

/** A clock of a machine that sleeps: wall time goes on, and no timer does. */
export class SleepyClock extends VirtualClock {
  #asleepMs = 0;

  override now(): number {
    return super.now() + this.#asleepMs;
  }

  /** Negative: somebody has set the clock back. */
  asleep(ms: number): void {
    this.#asleepMs += ms;
  }
}

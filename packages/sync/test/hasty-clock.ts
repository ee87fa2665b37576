import { type Clock, systemClock } from "@nucleic/protocol";

/** A clock on which short waits are over at once, and long ones (a handshake, a ping, a silence) never are. */
export const hastyClock: Clock = {
  ...systemClock,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      else if (ms < 5_000) setImmediate(resolve);
      else signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
};

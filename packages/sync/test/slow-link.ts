import { type Channel, channelPair } from "../src/server/index.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** What may happen to what is sent, drawn anew for each message. */
export interface Weather {
  /** How long it takes. Order is kept: that is what a channel promises. */
  readonly delayMs: () => number;
  /** Whether the way takes it twice, as one does that has no answer in time and sends it again. */
  readonly isDoubled: (text: string) => boolean;
}

/** Two ends with a slow way between them. What is on its way when it is cut is lost. */
export function slowLink(
  clock: VirtualClock,
  weather: Weather,
): { near: Channel; far: Channel; cut(): void } {
  const client = channelPair();
  const host = channelPair();
  void carry(client.far, host.near, clock, weather);
  void carry(host.near, client.far, clock, { ...weather, isDoubled: () => false });
  const cut = () => {
    client.cut();
    host.cut();
  };
  return { near: client.near, far: host.far, cut };
}

async function carry(from: Channel, to: Channel, clock: VirtualClock, weather: Weather): Promise<void> {
  let lastMs = 0;
  for await (const text of from.messages) {
    lastMs = Math.max(lastMs, clock.now() + weather.delayMs());
    clock.after(lastMs - clock.now(), () => to.send(text));
    if (weather.isDoubled(text)) clock.after(lastMs - clock.now(), () => to.send(text));
  }
  clock.after(Math.max(0, lastMs - clock.now()), () => to.close());
}

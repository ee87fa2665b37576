import type { Verbosity } from "@nucleic/protocol/core";
import type { SessionEvent } from "./host-port.ts";
import { atVerbosity } from "./verbosity.ts";

const caches: Readonly<Record<Verbosity, WeakMap<SessionEvent, string>>> = {
  full: new WeakMap(),
  normal: new WeakMap(),
  summary: new WeakMap(),
};

/** An event as JSON, made once for all clients that see it; empty where that verbosity leaves it out. */
export function eventText(event: SessionEvent, verbosity: Verbosity): string {
  const cache = caches[verbosity];
  let text = cache.get(event);
  if (text === undefined) {
    const shown = atVerbosity(event, verbosity);
    text = shown === undefined ? "" : JSON.stringify(shown);
    cache.set(event, text);
  }
  return text;
}

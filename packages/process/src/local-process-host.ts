import { type Clock, systemClock } from "@nucleic/protocol/core";
import { LocalProcess } from "./local-process.ts";
import type { RunRegistry } from "./run-registry.ts";
import type { ProcessHost } from "./types.ts";

/** What a host of local processes can be given. */
export interface LocalProcessHostOptions {
  /** Where each run is recorded before it starts, so that a later host can reap it if this one is killed. */
  readonly registry?: RunRegistry;
  readonly clock?: Clock;
}

/** Runs processes on this machine. */
export function localProcessHost({
  registry,
  clock = systemClock,
}: LocalProcessHostOptions = {}): ProcessHost {
  return { spawn: (spec, signal) => new LocalProcess({ spec, signal, registry, clock }) };
}

import { localProcessHost, type ProcessHost } from "@nucleic/process";
import { type Clock, createIds, type Ids, systemClock } from "@nucleic/protocol/core";

/** What a backend runs on. */
export interface Surroundings {
  readonly processHost: ProcessHost;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The environment to choose from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Of the options of a backend; by default this machine, its clock, and this process's own environment. */
export function surroundings(options: Partial<Surroundings>): Surroundings {
  const clock = options.clock ?? systemClock;
  return {
    processHost: options.processHost ?? localProcessHost({ clock }),
    clock,
    ids: options.ids ?? createIds(clock),
    environment: options.environment ?? process.env,
  };
}

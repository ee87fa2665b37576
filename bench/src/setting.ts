import { fileURLToPath } from "node:url";
import type { Peers } from "./peers.ts";

/** What a run of the benchmarks gives to each of them. */
export interface Setting {
  /** A folder for what they make; it goes with the run. */
  readonly dir: string;
  readonly rounds: number;
  /** Absent where the registry is out of reach: rows that need them are left out. */
  readonly peers: Peers | undefined;
}

/** The file of a mode, to be run in a process of its own. */
export function mode(name: string): string {
  return fileURLToPath(new URL(`./modes/${name}.ts`, import.meta.url));
}

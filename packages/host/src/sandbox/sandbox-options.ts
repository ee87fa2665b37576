import type { ProcessHost } from "@nucleic/process";
import type { AgentBackend } from "@nucleic/protocol";
import type { SandboxEngine } from "@nucleic/sandbox";

/** Where an agent is to run instead of on this machine as it is. */
export interface ConfinedAgent {
  readonly processHost: ProcessHost;
  /** What its environment is chosen from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program that was found, outside. */
  readonly executable: string | undefined;
}

/** What agents are confined with. */
export interface HostSandboxOptions {
  /** In the order in which `auto` tries them. */
  readonly engines: readonly SandboxEngine[];
  /** The agent of that id, placed elsewhere. Nothing for one that starts no program of its own. */
  readonly agent: (id: string, place: ConfinedAgent) => AgentBackend | undefined;
  /** Folders that are there inside besides, to be read: toolchains, caches. Absolute. What is missing is left out. */
  readonly reads?: readonly string[];
}

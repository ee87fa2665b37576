import { localProcessHost, type ProcessHost } from "@nucleic/process";
import { layoutOf } from "./confine/layout.ts";
import { OpenSandbox } from "./open-sandbox.ts";
import type { SandboxEngine } from "./types.ts";

/** What every engine can be given. */
export interface SandboxEngineOptions {
  /** What starts the engine's own programs. Default: this machine. */
  readonly processHost?: ProcessHost;
}

/** No sandbox: programs run with the rights of the host, and the confinement says so. */
export function noneEngine({ processHost = localProcessHost() }: SandboxEngineOptions = {}): SandboxEngine {
  return {
    name: "none",
    available: async () => ({ available: true, limits: [] }),
    async prepare(spec) {
      // A spec is right or wrong whatever the engine is.
      await layoutOf(spec);
      return new OpenSandbox({
        engine: "none",
        processHost,
        inside: (process) => process,
        confinement: { files: false, processes: false, network: "on", limits: [] },
      });
    },
  };
}

import { dirname } from "node:path";
import type { ProcessHost } from "@nucleic/process";
import type { AgentBackend } from "@nucleic/protocol";
import type { Bench } from "./bench.ts";

interface Mount {
  readonly path: string;
  readonly access: "read" | "write";
}

/** `SandboxEngine` of @nucleic/sandbox fits. */
export interface ConfiningEngine {
  prepare(spec: {
    readonly worktree: string;
    readonly home: string;
    readonly mounts: readonly Mount[];
    readonly network: "on";
  }): Promise<{ readonly processHost: ProcessHost; close(): Promise<void> }>;
}

/** How the agent of a bench is confined. */
export interface Confining {
  readonly engine: ConfiningEngine;
  /** What the agent's program is made of. */
  readonly program: readonly Mount[];
  /** The same agent, where it starts its program through that host. */
  place(processHost: ProcessHost): AgentBackend;
}

/** A bench whose agent runs in a sandbox with the throwaway home. The model is on this machine, so the network is on. */
export async function confinedBench<B extends Bench<unknown>>(
  bench: B,
  { engine, program, place }: Confining,
): Promise<B> {
  const sandbox = await engine.prepare({
    worktree: bench.cwd,
    home: bench.home,
    mounts: [
      { path: bench.home, access: "write" },
      { path: dirname(process.execPath), access: "read" },
      ...program,
    ],
    network: "on",
  });
  return {
    ...bench,
    backend: place(sandbox.processHost),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

import type { ProcessHandle, ProcessHost, ProcessSpec } from "@nucleic/process";
import { SandboxError } from "./error.ts";
import type { Confinement, LimitHit, Sandbox, SandboxEngineName } from "./types.ts";

/** What sets one engine's sandbox apart. */
export interface SandboxParts {
  readonly engine: SandboxEngineName;
  readonly confinement: Confinement;
  /** What starts the programs that lead inside. */
  readonly processHost: ProcessHost;
  /** The program that runs the given one inside. */
  inside(spec: ProcessSpec): ProcessSpec;
  limitHits?(): Promise<readonly LimitHit[]>;
  /** Gives back what was prepared, when nothing runs inside any more. */
  release?(): Promise<void>;
}

/** Starts programs inside and knows which are alive, so that nothing is given back below a running one. */
export class OpenSandbox implements Sandbox {
  readonly engine: SandboxEngineName;
  readonly confinement: Confinement;
  readonly processHost: ProcessHost;
  readonly #parts: SandboxParts;
  readonly #alive = new Set<ProcessHandle>();
  #closed: Promise<void> | undefined;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
    this.engine = parts.engine;
    this.confinement = parts.confinement;
    this.processHost = { spawn: (spec, signal) => this.#spawn(spec, signal) };
  }

  async limitHits(): Promise<readonly LimitHit[]> {
    return (await this.#parts.limitHits?.()) ?? [];
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #spawn(spec: ProcessSpec, signal: AbortSignal | undefined): ProcessHandle {
    // A spawn never throws: a closed sandbox answers like a host whose program was stopped before it began.
    const stopped = this.#closed && AbortSignal.abort(new SandboxError("closed", "the sandbox is closed"));
    const handle = this.#parts.processHost.spawn(this.#parts.inside(spec), stopped ?? signal);
    this.#alive.add(handle);
    void handle.exited.then(() => this.#alive.delete(handle));
    return handle;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#alive].map((handle) => handle.stop("SIGTERM")));
    await this.#parts.release?.();
  }
}

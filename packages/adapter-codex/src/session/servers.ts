import type { ProcessExit } from "@nucleic/process";
import type { AppServer } from "./app-server.ts";

/** A run's hold on a server. */
export interface ServerLease {
  readonly server: AppServer;
  /** Idempotent. Ends the process and answers how it ended; nothing at once where other runs hold it too. */
  release(): Promise<ProcessExit | undefined>;
}

interface Shared {
  readonly server: AppServer;
  leases: number;
}

/** Processes that serve several runs. One is held by the runs that use it, and ends with the last of them. */
export class SharedServers {
  readonly #servers = new Map<string, Shared>();

  /** @param key what has to be the same for two runs to share: the program and its environment */
  lease(key: string, spawn: () => AppServer): ServerLease {
    const shared = this.#usable(key) ?? { server: spawn(), leases: 0 };
    this.#servers.set(key, shared);
    shared.leases++;
    const { server } = shared;
    return {
      server,
      release: once(async () => {
        shared.leases--;
        if (shared.leases > 0 && !server.isOver) return undefined;
        // Deleted at once: a run that starts while this one ends gets a process of its own.
        if (this.#servers.get(key) === shared) this.#servers.delete(key);
        return await server.close();
      }),
    };
  }

  /** One that has ended meanwhile is not used again. */
  #usable(key: string): Shared | undefined {
    const shared = this.#servers.get(key);
    return shared?.server.isOver ? undefined : shared;
  }
}

/** A process of one run. */
export function privateLease(server: AppServer): ServerLease {
  return { server, release: once(() => server.close()) };
}

function once<T>(step: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= step();
    return done;
  };
}

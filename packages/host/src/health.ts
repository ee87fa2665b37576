import type { Clock } from "@nucleic/protocol/core";
import type { QueryResult } from "@nucleic/protocol/messages";

const maxProblems = 50;

/** How a host is, for whoever asks. */
export class HostHealth {
  readonly #clock: Clock;
  readonly #version: string;
  readonly #startedAt: number;
  readonly #problems: { readonly at: number; readonly code: string; readonly message: string }[] = [];
  readonly #count: () => { readonly sessions: number; readonly clients: number };

  constructor(options: {
    readonly clock: Clock;
    readonly version: string;
    readonly count: () => { readonly sessions: number; readonly clients: number };
  }) {
    this.#clock = options.clock;
    this.#version = options.version;
    this.#count = options.count;
    this.#startedAt = options.clock.now();
  }

  /** What the start found that an earlier host had left. */
  recovered: QueryResult<"health">["recovered"] = { sessions: 0, runs: 0 };

  /** Whether what is written can be kept. */
  get storage(): "ok" | "degraded" {
    return this.#problems.some(({ code }) => code === "databaseWriteFailed") ? "degraded" : "ok";
  }

  /** Keeps the last problems, for whoever asks. */
  note({ code, message }: { readonly code: string; readonly message: string }): void {
    this.#problems.push({ at: this.#clock.now(), code, message });
    if (this.#problems.length > maxProblems) this.#problems.shift();
  }

  report(): QueryResult<"health"> {
    const { sessions, clients } = this.#count();
    return {
      hostVersion: this.#version,
      startedAt: this.#startedAt,
      sessions,
      clients,
      storage: this.storage,
      recovered: this.recovered,
      problems: [...this.#problems],
    };
  }
}

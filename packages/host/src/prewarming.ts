import type { Clock, ProjectId } from "@nucleic/protocol/core";
import type { ProjectRecord, Runtime } from "@nucleic/runtime";
import type { HostLog } from "./log/host-log.ts";
import type { Worktrees } from "./worktrees.ts";

const startDelayMs = 10_000;

/** What is needed to keep worktrees ready. */
export interface PrewarmingOptions {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly clock: Clock;
  readonly log: HostLog;
  readonly signal: AbortSignal;
  /** Work that goes on behind the answer. */
  readonly track: (work: Promise<void>) => void;
}

/** Keeps as many worktrees ready for each project as it is set to have. One round for a project at a time. */
export class Prewarming {
  readonly #options: PrewarmingOptions;
  /** Projects at work, and whether there is news since their round began. */
  readonly #rounds = new Map<ProjectId, { again: boolean }>();

  constructor(options: PrewarmingOptions) {
    this.#options = options;
  }

  /** Begins a round behind the caller's back; where one is on its way, another follows it. */
  request(id: ProjectId): void {
    const round = this.#rounds.get(id);
    if (round) round.again = true;
    else this.#options.track(this.#run(id));
  }

  /** Of all projects that are to have some, once the host has been there for a while: that of one command makes none. Never rejects. */
  async atStart(): Promise<void> {
    const { runtime, log, clock, signal } = this.#options;
    try {
      await clock.sleep(startDelayMs, signal);
      for (const { id, prewarm } of await runtime.projects.list()) if (prewarm > 0) await this.#run(id);
    } catch (cause) {
      if (!signal.aborted) log.note("warn", "prewarm", { cause });
    }
  }

  async #run(id: ProjectId): Promise<void> {
    const { runtime, log, signal } = this.#options;
    if (this.#rounds.has(id)) return;
    const round = { again: true };
    this.#rounds.set(id, round);
    try {
      while (round.again && !signal.aborted) {
        round.again = false;
        const project = await runtime.projects.get(id);
        if (project) await this.#keep(project);
      }
    } catch (cause) {
      // A session that finds none has its worktree made for it: nothing fails for this.
      if (!signal.aborted) log.note("warn", "prewarm", { project: id, cause });
    } finally {
      this.#rounds.delete(id);
    }
  }

  async #keep(project: ProjectRecord): Promise<void> {
    const { worktrees, log, signal } = this.#options;
    const { ready, limit, removed, left } = await worktrees.prewarm(project, signal);
    const isAsWanted = limit === undefined && removed.length + left.length === 0;
    log.note(isAsWanted ? "info" : "warn", "prewarm", { project: project.id, ready, limit, removed, left });
  }
}

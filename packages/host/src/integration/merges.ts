import { join } from "node:path";
import type { Clock, SessionId } from "@nucleic/protocol/core";
import {
  type ProjectRecord,
  type Runtime,
  RuntimeError,
  type Session,
  type SessionRecord,
} from "@nucleic/runtime";
import {
  isSettled,
  type MergeContext,
  MergeQueue,
  type Merger,
  type MergeStrategy,
  openFileQueueStore,
  type QueueEntry,
  type QueueStore,
  type Settlement,
  type VerifySpec,
  type WorktreeMergeRequest,
  worktreeMerges,
} from "@nucleic/worktree";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import { requireRest } from "../sessions/require-rest.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";
import { mayShip, readShip, stopShipping } from "../ship/ship.ts";
import type { Worktrees } from "../worktrees.ts";
import { type IntegrationPhase, phaseOf } from "./phase.ts";

/** A session's work on its way into a branch. Plain data: it is stored. */
export interface HostMergeRequest extends WorktreeMergeRequest {
  readonly sessionId: SessionId;
  /** Nobody asked for it but the session's ship flag. */
  readonly ship?: boolean;
  /** A command that has to pass on the merged tree. */
  readonly verify?: string;
}

export interface MergesOptions {
  readonly dataDir: string;
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly live: LiveSessions;
  readonly clock: Clock;
  readonly onProblem: (message: string, sessionId: SessionId | undefined, cause: unknown) => void;
}

/** Where a session's work is to go, and under which message. */
export interface Destination {
  readonly target: string;
  readonly message: string;
  /** It goes by itself: looked at once more when its turn comes, and not tried again. */
  readonly ship?: boolean;
  readonly strategy?: MergeStrategy;
  /** A command that has to pass on the merged tree. */
  readonly verify?: string;
}

/**
 * Every integration of a host: first come first served for each branch, kept across a restart, and each step of it in the
 * transcript of its session.
 */
export class Merges implements AsyncDisposable {
  readonly #options: MergesOptions;
  #store: QueueStore | undefined;
  #queue: MergeQueue<HostMergeRequest> | undefined;

  private constructor(options: MergesOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier host left waiting. */
  static async open(options: MergesOptions): Promise<Merges> {
    const merges = new Merges(options);
    await merges.#open();
    return merges;
  }

  /** Hands a session's work in and waits for what becomes of it. @throws HostRefusal `sessionBusy`; WorktreeError */
  async integrate(
    project: ProjectRecord,
    record: SessionRecord,
    { target, message, ship = false, strategy, verify }: Destination,
    signal: AbortSignal,
  ): Promise<QueueEntry<HostMergeRequest>> {
    const { live, runtime, worktrees } = this.#options;
    const queue = this.#opened();
    const { owner } = await sharedWorktree(runtime, record);
    const { repository, worktree } = await worktrees.at(project, record, owner);
    const request = {
      ...{ key: record.id, commonDir: repository.commonDir, target },
      ...{ repository: project.rootPath, worktree, message, updateCheckout: true, sessionId: record.id },
      ...(ship && { ship }),
      ...(strategy !== undefined && { strategy }),
      ...(verify !== undefined && { verify }),
    };
    const { id } = await live.use(record.id, async (session) => {
      requireRest(session);
      await session.record({ kind: "integration", phase: "queued", target });
      return queue.enqueue(request);
    });
    return queue.settled(id, signal);
  }

  /** Takes what a session has in the queue out again; resolves when that is settled, as merged where it was too late. */
  async cancel(sessionId: SessionId): Promise<void> {
    const queue = this.#opened();
    for (const entry of queue.entries())
      if (entry.request.sessionId === sessionId && !isSettled(entry)) await queue.cancel(entry.id);
  }

  /** What runs is stopped, and waits for the next host. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue?.close();
    await this.#store?.close();
  }

  async #open(): Promise<void> {
    const { dataDir, clock, onProblem } = this.#options;
    this.#store = await openFileQueueStore({ directory: join(dataDir, "merges"), clock });
    this.#queue = await MergeQueue.open({ store: this.#store, merger: this.#merger(), clock });
    for (const name of this.#queue.damaged)
      onProblem(`an entry of the merge queue could not be read: ${name}`, undefined, undefined);
  }

  #opened(): MergeQueue<HostMergeRequest> {
    if (this.#queue === undefined) throw new TypeError("the merge queue is not open");
    return this.#queue;
  }

  #merger(): Merger<HostMergeRequest> {
    const { worktrees } = this.#options;
    const open = ({ repository }: WorktreeMergeRequest) => worktrees.open(repository);
    return {
      merge: (request, context) =>
        this.#options.live.use(request.sessionId, async (session) => {
          const spec = await this.#verification(request);
          const plain = worktreeMerges({ open, verify: () => spec });
          return this.#merge(plain, session, request, context);
        }),
      recover: async (request) => {
        const found = await worktreeMerges({ open }).recover(request);
        const phase: IntegrationPhase = found
          ? phaseOf(found)
          : { phase: "failed", message: "the host went down meanwhile; nothing was moved" };
        const { sessionId, target } = request;
        const { live, onProblem } = this.#options;
        await live
          .use(sessionId, (session) => session.record({ kind: "integration", target, ...phase }))
          .catch((cause: unknown) => onProblem("its transcript lacks what became of it", sessionId, cause));
        return found;
      },
    };
  }

  async #verification({ sessionId, worktree, verify }: HostMergeRequest): Promise<VerifySpec | undefined> {
    if (verify === undefined) return undefined;
    const { runtime, worktrees } = this.#options;
    const { projectId } = await runtime.findSession(sessionId);
    const project = await runtime.projects.get(projectId);
    // Without one, nothing is merged unverified.
    if (!project) throw new RuntimeError("unknownProject", `no project ${projectId}`);
    return worktrees.verification(project, worktree, verify);
  }

  async #merge(
    plain: Merger<WorktreeMergeRequest>,
    session: Session,
    request: HostMergeRequest,
    { signal, verifying }: MergeContext,
  ): Promise<Settlement> {
    const { target, ship } = request;
    const { runtime } = this.#options;
    const record = (phase: IntegrationPhase) => session.record({ kind: "integration", target, ...phase });
    try {
      // It may have been taken up again while this waited.
      requireRest(session);
      if (ship && !(mayShip(session.state) && (await readShip(runtime, session.id)))) {
        await record({ phase: "failed", message: "it is not done any more; it ships when it is" });
        return { status: "cancelled" };
      }
      await record({ phase: "merging" });
      const settled = await plain.merge(request, {
        signal,
        async verifying() {
          await verifying();
          await record({ phase: "verifying" });
        },
      });
      const phase = phaseOf(settled);
      const isStopped = ship && settled.status !== "merged";
      await record(isStopped ? await stopShipping(runtime, session.id, phase) : phase);
      await this.#recordDiffstat(session);
      return settled;
    } catch (error) {
      // Stopped by the end of the host, it waits again, and the next one goes on.
      if (!signal.aborted) {
        const message = error instanceof Error ? error.message : String(error);
        const phase = { phase: "failed", message } as const;
        await record(ship ? await stopShipping(runtime, session.id, phase) : phase);
      }
      throw error;
    }
  }

  /** The merge has happened, whether or not this can be counted. */
  async #recordDiffstat(session: Session): Promise<void> {
    const { runtime, worktrees, onProblem } = this.#options;
    try {
      const record = await runtime.findSession(session.id);
      const project = await runtime.projects.get(record.projectId);
      if (project) await worktrees.recordDiffstat(project, record, session);
    } catch (cause) {
      onProblem("its changes could not be counted", session.id, cause);
    }
  }
}

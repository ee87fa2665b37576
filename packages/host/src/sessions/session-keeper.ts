import type { Clock, SessionId } from "@nucleic/protocol/core";
import type { Notifier, Runtime, Session } from "@nucleic/runtime";
import type { HostNews } from "@nucleic/sync/server";
import type { Worktrees } from "../worktrees.ts";
import { LiveSessions } from "./live-sessions.ts";
import { SessionBoard } from "./session-board.ts";
import { sessionItem } from "./session-item.ts";
import { watchSession } from "./watch-session.ts";

export interface KeeperOptions {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly clock: Clock;
  /** Absent: nobody is notified of anything. */
  readonly notifier: Notifier | undefined;
  readonly tell: (news: HostNews) => void;
  /** A turn is over and its changes are counted, or somebody said how the work stands. */
  readonly onSettled: (id: SessionId) => Promise<void>;
  readonly onProblem: (message: string, sessionId: SessionId, cause: unknown) => void;
}

/** Keeps the list of sessions true, and does what a host does for each session without being asked. */
export class SessionKeeper implements AsyncDisposable {
  readonly live: LiveSessions;
  readonly board: SessionBoard;
  readonly #options: KeeperOptions;
  /** Sessions whose place in the list is being looked at, and those that have changed again since. */
  readonly #refreshing = new Map<SessionId, { again: boolean }>();
  readonly #work = new Set<Promise<void>>();
  /** Sessions whose changes are being counted. */
  readonly #counting = new Map<SessionId, Promise<void>>();
  /** Sessions of which is being looked at what is to be made of their work. */
  readonly #settling = new Map<SessionId, Promise<void>>();
  #lastCount: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.board = new SessionBoard(options.clock);
    this.live = new LiveSessions(
      options.runtime,
      (session) => this.#watch(session),
      async (id) => this.#counting.get(id),
    );
  }

  /** Reads the list as it is on disk. */
  async load(): Promise<void> {
    for (const record of await this.#options.runtime.listSessions({ includeArchived: true }))
      this.board.set(sessionItem(record, undefined));
  }

  /** Something that the list shows of a session may have changed. */
  changed(id: SessionId): void {
    const running = this.#refreshing.get(id);
    if (running) running.again = true;
    else void this.#spawn(() => this.#refresh(id), id, "its place in the list could not be read");
  }

  removed(id: SessionId): void {
    const change = this.board.remove(id);
    if (change) this.#options.tell({ kind: "sessions", ...change });
  }

  /** Looks at what is to be made of a session's work as it stands. Resolves when that is over; never rejects. */
  settle(id: SessionId): Promise<void> {
    const before = this.#settling.get(id) ?? Promise.resolve();
    const settle = () => this.#options.onSettled(id);
    const settled = before.then(() => this.#spawn(settle, id, "its work could not be shipped"));
    this.#settling.set(id, settled);
    this.track(settled);
    void settled.then(() => {
      if (this.#settling.get(id) === settled) this.#settling.delete(id);
    });
    return settled;
  }

  /** Resolves when what a session's last turn has brought is counted, and its work is settled. */
  async settled(id: SessionId): Promise<void> {
    await this.#counting.get(id);
    await this.#settling.get(id);
  }

  /** Work that is waited for at the end. */
  track(work: Promise<void>): void {
    const done = work.finally(() => this.#work.delete(done));
    this.#work.add(done);
  }

  /** Waits for what is under way. Sessions are closed by the runtime. */
  async [Symbol.asyncDispose](): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #watch(session: Session): Disposable {
    const { id } = session;
    this.changed(id);
    this.#notifyOf(session);
    const watch = watchSession(session, {
      tell: this.#options.tell,
      onChange: () => this.changed(id),
      onTurnOver: () => this.#count(id),
      onDisposition: () => void this.settle(id),
      onClosed: () => this.live.forget(session),
      onRunOver: () => void this.#spawn(() => this.live.runEnded(id), id, "it could not be let go of"),
    });
    return {
      [Symbol.dispose]: () => {
        watch[Symbol.dispose]();
        this.changed(id);
      },
    };
  }

  /** From this moment on, though what a person calls the session has to be looked up first. */
  #notifyOf(session: Session): void {
    const { notifier, runtime } = this.#options;
    if (notifier === undefined) return;
    const { id, lastSeq } = session;
    const subscribe: Session["subscribe"] = (options) => session.subscribe(options);
    const follow = async () => {
      const { projectId, title } = await runtime.findSession(id);
      // Not waited for: it goes on until the session is let go of.
      void notifier.follow({ lastSeq, subscribe }, { sessionId: id, projectId, title });
    };
    this.#spawn(follow, id, "nobody can be notified of it");
  }

  #count(id: SessionId): void {
    // One after the other: each is a dozen runs of git, and nothing else moves while a program is being started.
    const counted = this.#lastCount.then(() =>
      this.#spawn(() => this.#recordDiffstat(id), id, "its changes could not be counted"),
    );
    this.#lastCount = counted;
    this.track(counted);
    this.#counting.set(id, counted);
    void counted.then(() => {
      if (this.#counting.get(id) === counted) this.#counting.delete(id);
      return this.settle(id);
    });
  }

  /** A turn may have changed files: the transcript says how many, for every list. */
  async #recordDiffstat(id: SessionId): Promise<void> {
    const { runtime, worktrees } = this.#options;
    const record = await runtime.findSession(id);
    const project = record.worktree && (await runtime.projects.get(record.projectId));
    const session = this.live.get(id);
    if (project && session) await worktrees.recordDiffstat(project, record, session);
  }

  async #refresh(id: SessionId): Promise<void> {
    const turn = { again: true };
    this.#refreshing.set(id, turn);
    try {
      while (turn.again) {
        turn.again = false;
        const record = await this.#options.runtime.findSession(id);
        const change = this.board.set(sessionItem(record, this.live.get(id)));
        if (change) this.#options.tell({ kind: "sessions", ...change });
      }
    } finally {
      this.#refreshing.delete(id);
    }
  }

  #spawn(work: () => Promise<void>, id: SessionId, problem: string): Promise<void> {
    const done = work().catch((cause: unknown) => this.#options.onProblem(problem, id, cause));
    this.track(done);
    return done;
  }
}

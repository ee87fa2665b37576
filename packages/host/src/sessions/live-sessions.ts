import type { SessionId } from "@nucleic/protocol/core";
import type { Runtime, Session } from "@nucleic/runtime";

/** Told of a session that this host holds from now on; what it gives is disposed of when the session is let go. */
export type Watch = (session: Session) => Disposable;

interface Held {
  readonly session: Session;
  readonly watch: Disposable;
  /** How many look at it or work on it now. */
  users: number;
}

/**
 * The sessions that this host holds: those whose agent runs, and those that somebody looks at. One that nobody needs is let
 * go of, so that its row is written and other processes may have it.
 */
export class LiveSessions {
  readonly #runtime: Runtime;
  readonly #watch: Watch;
  readonly #settled: (id: SessionId) => Promise<void>;
  readonly #held = new Map<SessionId, Held>();
  /** By session: taking and letting go happen one after the other. */
  readonly #turns = new Map<SessionId, Promise<void>>();

  /** `settled` resolves when nothing more is to be written into a session that is about to be closed. Never rejects. */
  constructor(runtime: Runtime, watch: Watch, settled: (id: SessionId) => Promise<void>) {
    this.#runtime = runtime;
    this.#watch = watch;
    this.#settled = settled;
  }

  /** Those that are held now. */
  get sessions(): readonly Session[] {
    return [...this.#held.values()].map(({ session }) => session);
  }

  get(id: SessionId): Session | undefined {
    return this.#held.get(id)?.session;
  }

  /** Takes in a session that the runtime has just opened for us. In use until `release`. */
  adopt(session: Session): void {
    if (this.#held.has(session.id)) return;
    this.#held.set(session.id, { session, watch: this.#watch(session), users: 1 });
  }

  /** Works with a session, opened where it is not held. It is let go of afterwards, unless its agent runs. */
  async use<T>(id: SessionId, work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire(id);
    try {
      return await work(session);
    } finally {
      await this.release(id);
    }
  }

  /** A session that stays held until `release`. @throws RuntimeError `unknownSession`, `sessionOwned` */
  async acquire(id: SessionId): Promise<Session> {
    return this.#inTurn(id, async () => {
      const held = this.#held.get(id);
      if (held !== undefined) {
        held.users++;
        return held.session;
      }
      const session = await this.#runtime.openSession(id);
      this.adopt(session);
      return session;
    });
  }

  async release(id: SessionId): Promise<void> {
    await this.#inTurn(id, async () => {
      const held = this.#held.get(id);
      if (held === undefined) return;
      held.users--;
      await this.#letGo(held);
    });
  }

  /** To be called when a session's agent has ended: it may not be needed any more. */
  async runEnded(id: SessionId): Promise<void> {
    await this.#inTurn(id, async () => {
      const held = this.#held.get(id);
      if (held) await this.#letGo(held);
    });
  }

  /** To be called when a session was closed by somebody else: by a start that failed, for one. */
  forget(session: Session): void {
    const held = this.#held.get(session.id);
    if (held?.session !== session) return;
    this.#held.delete(session.id);
    held.watch[Symbol.dispose]();
  }

  /** Ends a session's agent and lets go of it, whoever looks at it. */
  async close(id: SessionId): Promise<void> {
    await this.#inTurn(id, async () => {
      const held = this.#held.get(id);
      if (held) await this.#end(held);
    });
  }

  async #letGo(held: Held): Promise<void> {
    if (held.users <= 0 && !held.session.isRunning) await this.#end(held);
  }

  async #end({ session, watch }: Held): Promise<void> {
    try {
      await this.#settled(session.id);
      await session.close();
    } finally {
      this.#held.delete(session.id);
      watch[Symbol.dispose]();
    }
  }

  async #inTurn<T>(id: SessionId, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const result = before.then(work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(id, over);
    try {
      return await result;
    } finally {
      if (this.#turns.get(id) === over) this.#turns.delete(id);
    }
  }
}

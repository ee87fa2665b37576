import type { Clock, SessionId } from "@nucleic/protocol";
import type { Session, SessionEvent } from "../session/session.ts";
import { type Attention, type AttentionState, nextAttention, noAttention } from "./attention.ts";
import { type NotifiedSession, noticeOf } from "./notice.ts";
import { isWanted, type NotifySettings } from "./notify-settings.ts";
import { type NotificationSink, Outbox } from "./outbox.ts";
import { isQuiet, quietUntil } from "./quiet-hours.ts";

/** Whom a notifier tells, and when. */
export interface NotifierOptions {
  readonly clock: Clock;
  readonly sinks: readonly NotificationSink[];
  /** Read for each thing that is to be told: a change holds at once. */
  readonly settings: () => Promise<NotifySettings>;
  /** A sink that failed, or settings that could not be read. Told once until it works again. */
  readonly onProblem?: ((source: string, error: unknown) => void) | undefined;
}

interface Told {
  readonly attention: Attention;
  readonly about: NotifiedSession;
}

/** What is held for the end of the quiet hours. */
const maxHeld = 256;

/**
 * Tells a person that a session needs them: once for each thing, only while it still does, not while they look at that
 * session, and not in their quiet hours, at whose end what is still open is told. It reads events and nothing else, decides
 * nothing, and whatever becomes of a sink is no session's business.
 */
export class Notifier implements AsyncDisposable {
  readonly #options: NotifierOptions;
  readonly #outboxes: readonly Outbox[];
  readonly #stop = new AbortController();
  readonly #states = new Map<SessionId, AttentionState>();
  /** By session; under `undefined` those who look at all of them. */
  readonly #watched = new Map<SessionId | undefined, number>();
  readonly #held = new Map<string, Told>();
  readonly #work = new Set<Promise<void>>();
  /** Those of them that come to an end by themselves. */
  readonly #telling = new Set<Promise<void>>();
  #waiting = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
    const onProblem = (sink: string, error: unknown) => options.onProblem?.(sink, error);
    this.#outboxes = options.sinks.map((sink) => new Outbox(sink, { clock: options.clock, onProblem }));
  }

  /** Watches a session that has just been opened. Resolves when it is closed and all of it was observed. Never rejects. */
  follow(session: Pick<Session, "subscribe" | "lastSeq">, about: NotifiedSession): Promise<void> {
    const { signal } = this.#stop;
    const events = session.subscribe({ fromSeq: session.lastSeq + 1, partials: false, signal });
    return this.#run(async () => {
      for await (const event of events) this.observe(event, about);
      // What is open at the end is told, and then nobody's any more.
      await Promise.all(this.#telling);
      this.#states.delete(about.sessionId);
    });
  }

  /** Takes in an event of a session. Never waits and never throws. */
  observe(event: SessionEvent, about: NotifiedSession): void {
    if (this.#stop.signal.aborted) return;
    const before = this.#states.get(about.sessionId) ?? noAttention;
    const after = nextAttention(before, event);
    if (after === before) return;
    this.#states.set(about.sessionId, after);
    for (const id of before.open.keys()) if (!after.open.has(id)) this.#withdraw(id);
    for (const [id, attention] of after.open) if (!before.open.has(id)) this.#tell({ attention, about });
  }

  /** Somebody looks at the session, at all of them where none is named, and sees for themselves, until this is disposed of. */
  looking(sessionId?: SessionId): Disposable {
    this.#watched.set(sessionId, (this.#watched.get(sessionId) ?? 0) + 1);
    let over = false;
    return {
      [Symbol.dispose]: () => {
        if (over) return;
        over = true;
        const left = (this.#watched.get(sessionId) ?? 1) - 1;
        if (left === 0) this.#watched.delete(sessionId);
        else this.#watched.set(sessionId, left);
      },
    };
  }

  /** What needs a person now, in the sessions that are watched, oldest first. */
  get open(): readonly Attention[] {
    return [...this.#states.values()].flatMap(({ open }) => [...open.values()]).sort((a, b) => a.at - b.at);
  }

  /** Resolves when what was observed so far has been shown, held, or given up. */
  async idle(): Promise<void> {
    await Promise.all(this.#telling);
    await Promise.all(this.#outboxes.map((outbox) => outbox.idle()));
  }

  /** Idempotent. What a sink has not shown by then is not shown. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#held.clear();
    await Promise.all(this.#outboxes.map((outbox) => outbox.close()));
    await Promise.all(this.#work);
  }

  #tell(told: Told): void {
    const telling = this.#run(() => this.#consider(told));
    this.#telling.add(telling);
    void telling.then(() => this.#telling.delete(telling));
  }

  async #consider(told: Told): Promise<void> {
    const { attention, about } = told;
    if (this.#isWatched(attention)) return;
    const settings = await this.#options.settings();
    // Answered meanwhile, or somebody has come to look.
    if (!this.#isOpen(attention) || this.#isWatched(attention)) return;
    if (this.#stop.signal.aborted || !isWanted(settings, attention.reason, about)) return;
    const { quietHours } = settings;
    if (quietHours && isQuiet(this.#options.clock.now(), quietHours)) return this.#hold(told);
    for (const outbox of this.#outboxes) outbox.show(noticeOf(attention, about));
  }

  #hold(told: Told): void {
    this.#held.set(told.attention.id, told);
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxHeld && oldest !== undefined) this.#held.delete(oldest);
    if (this.#waiting) return;
    this.#waiting = true;
    void this.#run(() => this.#untilNotQuiet().finally(() => (this.#waiting = false)));
  }

  /** The settings and the clock may both have changed by then: each is looked at anew. */
  async #untilNotQuiet(): Promise<void> {
    const { clock, settings } = this.#options;
    for (;;) {
      const { quietHours } = await settings();
      const now = clock.now();
      const leftMs = quietHours ? quietUntil(now, quietHours) - now : 0;
      if (leftMs <= 0) break;
      await clock.sleep(Math.min(leftMs, maxSleepMs), this.#stop.signal);
    }
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const told of held) this.#tell(told);
  }

  #withdraw(id: string): void {
    this.#held.delete(id);
    for (const outbox of this.#outboxes) outbox.withdraw(id);
  }

  #isWatched({ sessionId }: Attention): boolean {
    return this.#watched.has(sessionId) || this.#watched.has(undefined);
  }

  #isOpen({ sessionId, id }: Attention): boolean {
    return this.#states.get(sessionId)?.open.has(id) ?? false;
  }

  #run(work: () => Promise<void>): Promise<void> {
    const running: Promise<void> = work()
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#options.onProblem?.("notifications", error);
      })
      .finally(() => this.#work.delete(running));
    this.#work.add(running);
    return running;
  }
}

/** A machine that slept wakes up later than its timers think: looked at once in a while. */
const maxSleepMs = 15 * 60_000;

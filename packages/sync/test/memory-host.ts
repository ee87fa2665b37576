import type { DeviceId, IntentId, SessionId } from "@nucleic/protocol";
import type { ClientMessageOf, Scope, SessionItem } from "@nucleic/protocol/messages";
import type {
  HostNews,
  HostPort,
  IntentAnswer,
  ServedClient,
  SessionEvent,
  SessionSource,
} from "../src/server/index.ts";

export const sessionId = "0199-session" as SessionId;

export type TestRecord = SessionEvent & { readonly seq: number };

/** A client that may do what it is given. */
export function clientWith(...scopes: readonly Scope[]): ServedClient {
  return { id: "device" as DeviceId, scopes: async () => scopes };
}

/** A host with one session whose log is in memory: what the protocol promises is seen on it. */
export class MemoryHost implements HostPort {
  readonly info = { id: "memory", version: "1" };
  readonly log: TestRecord[] = [];
  readonly done: string[] = [];
  readonly looks: unknown[] = [];
  /** Records that were read from the log, by whoever. */
  read = 0;
  logId = "log-0";
  /** Called between taking an intent and having done it. */
  duringIntent: (() => void) | undefined;
  readonly #listeners = new Set<(news: HostNews) => void>();
  readonly #watchers = new Set<{ live: SessionEvent[]; wake?: () => void }>();
  readonly #intents = new Map<IntentId, IntentAnswer>();
  #rev = 0;

  get item(): SessionItem {
    return {
      id: sessionId,
      projectId: "project" as SessionItem["projectId"],
      title: "a session",
      backend: "demo",
      status: "running",
      head: this.log.length,
      pendingApprovals: 0,
      pendingQuestions: 0,
      isRunning: true,
      createdAt: 1,
      updatedAt: this.log.length,
    };
  }

  append(...kinds: readonly string[]): void {
    for (const kind of kinds) this.add({ kind, text: `${kind} ${this.log.length + 1}`, isPartial: false });
  }

  add(event: { readonly kind: string; readonly [member: string]: unknown }): void {
    this.log.push({ ...event, seq: this.log.length + 1 } as TestRecord);
    for (const watcher of this.#watchers) watcher.wake?.();
    this.tell({ kind: "sessions", rev: ++this.#rev, items: [this.item], removed: [] });
  }

  /** Shows a live-only event. */
  say(event: SessionEvent): void {
    for (const watcher of this.#watchers) {
      watcher.live.push(event);
      watcher.wake?.();
    }
  }

  /** The log loses its end, and is another one from now on. */
  rewrite(length: number): void {
    this.log.length = length;
    this.logId = `log-${Number(this.logId.slice(4)) + 1}`;
  }

  tell(news: HostNews): void {
    for (const listener of this.#listeners) listener(news);
  }

  async sessions() {
    return { rev: this.#rev, full: true, items: [this.item], removed: [] };
  }

  asks(): ReturnType<HostPort["asks"]> {
    return { approvals: [], questions: [] };
  }

  listen(listener: (news: HostNews) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  async source(id: SessionId): Promise<SessionSource> {
    if (id !== sessionId)
      throw Object.assign(new Error(`no session ${id}`), { code: "unknownSession", hint: "look again" });
    const { logId, log } = this;
    return {
      session: this,
      logId,
      get head() {
        return log.length;
      },
      snapshot: () => {
        const { approvals, questions } = this.asks();
        return { item: this.item, approvals: [...approvals], questions: [...questions] };
      },
      subscribe: (options) => this.#subscribe(options),
      read: (fromSeq, toSeq) => this.#read(fromSeq, toSeq),
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  async intent(_: ServedClient, { id, kind }: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    const known = this.#intents.get(id);
    if (known) return { ...known, duplicate: true };
    this.done.push(id);
    const answer = { status: "applied", result: { kind, nth: this.done.length } } as const;
    this.#intents.set(id, answer);
    this.duringIntent?.();
    return answer;
  }

  async query(_: ServedClient, kind: string, args: unknown): Promise<unknown> {
    return { kind, args };
  }

  async blob() {
    return { data: new TextEncoder().encode("blob"), sizeBytes: 4 };
  }

  presence(_: ServedClient, ...look: readonly unknown[]): void {
    this.looks.push(look);
  }

  async *#read(fromSeq: number, toSeq: number): AsyncGenerator<SessionEvent, void> {
    for (const record of this.log.slice(fromSeq - 1, toSeq)) {
      this.read++;
      yield record;
    }
  }

  async *#subscribe({
    fromSeq,
    signal,
  }: Parameters<SessionSource["subscribe"]>[0]): AsyncGenerator<SessionEvent, void> {
    const watcher: { live: SessionEvent[]; wake?: () => void } = { live: [] };
    const onAbort = () => watcher.wake?.();
    this.#watchers.add(watcher);
    signal.addEventListener("abort", onAbort);
    try {
      for (let next = fromSeq; !signal.aborted; ) {
        const record = this.log[next - 1];
        const event = record ?? watcher.live.shift();
        if (record) {
          next++;
          this.read++;
        }
        if (event) yield event;
        else
          await new Promise<void>((resolve) => {
            watcher.wake = resolve;
          });
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#watchers.delete(watcher);
    }
  }
}

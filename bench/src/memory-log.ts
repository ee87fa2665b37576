import type { SessionId } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostPort, ServedClient, SessionEvent, SessionSource } from "@nucleic/sync/server";

/** A session's transcript in memory: whatever is added is there, and is read by whoever follows it. */
export class MemoryLog {
  readonly id: SessionId;
  readonly logId = "log";
  readonly #records: SessionEvent[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(name: string) {
    this.id = name as SessionId;
  }

  get head(): number {
    return this.#records.length;
  }

  /** Adds records together, as a group commit makes them known. */
  add(events: readonly object[]): void {
    for (const event of events) {
      const about = { v: 1, seq: this.head + 1, sessionId: this.id, at: 1, origin: "backend" };
      this.#records.push({ ...about, ...event } as unknown as SessionEvent);
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  source(): SessionSource {
    const log = this;
    return {
      session: log,
      logId: log.logId,
      get head() {
        return log.head;
      },
      snapshot: () => ({ item: log.item, approvals: [], questions: [] }),
      subscribe: ({ fromSeq, signal }) => log.#follow(fromSeq, signal),
      async *read(fromSeq, toSeq) {
        yield* log.#records.slice(fromSeq - 1, toSeq);
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  get item(): SessionItem {
    return {
      id: this.id,
      projectId: "project" as SessionItem["projectId"],
      title: "a session",
      backend: "claude",
      status: "running",
      head: this.head,
      pendingApprovals: 0,
      pendingQuestions: 0,
      isRunning: true,
      createdAt: 1,
      updatedAt: 1,
    };
  }

  async *#follow(fromSeq: number, signal: AbortSignal): AsyncGenerator<SessionEvent, void> {
    let wake = () => {};
    signal.addEventListener("abort", () => wake(), { once: true });
    for (let at = fromSeq - 1; !signal.aborted; ) {
      const record = this.#records[at];
      if (record === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
          this.#waiting.add(resolve);
        });
      else {
        at++;
        yield record;
      }
    }
  }
}

/** A host of such sessions. It does nothing for anybody. */
export function portOf(logs: readonly MemoryLog[]): HostPort {
  return {
    info: { id: "bench", version: "0" },
    sessions: async () => ({ rev: 1, full: true, items: logs.map(({ item }) => item), removed: [] }),
    asks: () => ({ approvals: [], questions: [] }),
    listen: () => ({ [Symbol.dispose]: () => undefined }),
    async source(id) {
      const log = logs.find((one) => one.id === id);
      if (log === undefined) throw new TypeError(`no session ${id}`);
      return log.source();
    },
    intent: async () => ({ status: "unknown" }),
    query: async () => undefined,
    blob: async () => ({ data: new Uint8Array(0), sizeBytes: 0 }),
    presence: () => undefined,
  };
}

/** A client that may look. */
export function viewer(id: string): ServedClient {
  return { id: id as ServedClient["id"], scopes: async () => ["view"] };
}

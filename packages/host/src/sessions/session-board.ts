import type { Clock, SessionId } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { SessionsChange } from "@nucleic/sync/server";

interface Entry {
  readonly item: SessionItem;
  readonly rev: number;
}

const maxRemoved = 1_000;

/** The list of sessions, and since when each stands as it does, so that a client can be told only what has changed. */
export class SessionBoard {
  readonly #entries = new Map<SessionId, Entry>();
  readonly #removed = new Map<SessionId, number>();
  /** Begins at the time of the start: what a client has from an earlier life of the host is before it. */
  readonly #firstRev: number;
  #rev: number;
  /** Changes after this are all known. */
  #knownSince: number;

  constructor(clock: Clock) {
    this.#firstRev = this.#rev = this.#knownSince = clock.now();
  }

  get(id: SessionId): SessionItem | undefined {
    return this.#entries.get(id)?.item;
  }

  /** Notes how a session stands. Gives the change; `undefined` where nothing has changed. */
  set(item: SessionItem): SessionsChange | undefined {
    const before = this.#entries.get(item.id)?.item;
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(item)) return undefined;
    this.#entries.set(item.id, { item, rev: ++this.#rev });
    this.#removed.delete(item.id);
    return { rev: this.#rev, items: [item], removed: [] };
  }

  remove(id: SessionId): SessionsChange | undefined {
    if (!this.#entries.delete(id)) return undefined;
    this.#removed.set(id, ++this.#rev);
    const [[oldest, rev] = []] = this.#removed;
    if (this.#removed.size > maxRemoved && oldest !== undefined && rev !== undefined) {
      this.#removed.delete(oldest);
      this.#knownSince = rev;
    }
    return { rev: this.#rev, items: [], removed: [id] };
  }

  /** What has changed since then, or all of it where that cannot be told. */
  since(rev: number | undefined): SessionsChange & { readonly full: boolean } {
    const full = rev === undefined || rev < this.#firstRev || rev < this.#knownSince || rev > this.#rev;
    const after = full ? 0 : rev;
    return {
      rev: this.#rev,
      full,
      items: [...this.#entries.values()].flatMap((entry) => (entry.rev > after ? entry.item : [])),
      removed: full ? [] : [...this.#removed].flatMap(([id, at]) => (at > after ? id : [])),
    };
  }
}

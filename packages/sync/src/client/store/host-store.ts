import type { SessionId } from "@nucleic/protocol/core";
import type { HostClient } from "../host-client.ts";
import type { OutboxItem } from "../outbox/outbox-storage.ts";
import type { Board } from "../session-board.ts";
import { type Readable, Writable } from "./readable.ts";
import { TranscriptWindow, type WindowOptions } from "./transcript-window.ts";

/** What a client knows, as values that change: a page shows them with whatever framework, or none. */
export interface HostStore extends Disposable {
  readonly isConnected: Readable<boolean>;
  /** Sessions, and what waits for a person. `undefined` until it has come. */
  readonly board: Readable<Board | undefined>;
  /** What was decided here and has no answer yet. */
  readonly outbox: Readable<readonly OutboxItem[]>;
  /** Follows a session, until whoever has opened it disposes of it. */
  open(sessionId: SessionId, options?: WindowOptions): TranscriptWindow;
}

/** A store over a client. Disposing of it ends its listening; the client and the open windows go on. */
export function hostStore(client: HostClient): HostStore {
  const isConnected = new Writable(client.isConnected);
  const board = new Writable<Board | undefined>(undefined);
  const outbox = new Writable<readonly OutboxItem[]>([]);
  const listening = [
    client.onConnection((is) => isConnected.set(is)),
    client.onBoard((now) => board.set(now)),
    client.onOutbox((items) => outbox.set(items)),
  ];
  return {
    isConnected,
    board,
    outbox,
    open: (sessionId, options) => new TranscriptWindow(client, sessionId, options),
    [Symbol.dispose]() {
      for (const one of listening) one[Symbol.dispose]();
    },
  };
}

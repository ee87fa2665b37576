import type { DeviceId, ProjectId, SessionId } from "@nucleic/protocol/core";
import type { ClientMessageOf, QueryKind } from "@nucleic/protocol/messages";
import { RuntimeError } from "@nucleic/runtime";
import type {
  HostNews,
  HostPort,
  IntentAnswer,
  ServedClient,
  SessionSource,
  SessionsChange,
} from "@nucleic/sync/server";
import { takeIntent } from "./intents/take-intent.ts";
import type { Presence } from "./presence.ts";
import { type QueryContext, respond } from "./queries.ts";
import type { SessionBoard } from "./sessions/session-board.ts";
import { sessionItem } from "./sessions/session-item.ts";
import { openSource } from "./sessions/session-source.ts";

/** A client on this machine, or a paired device. */
export interface Client extends ServedClient {
  /** The paired device; absent for a client on this machine, whose token says what it may do. */
  readonly device?: DeviceId;
}

/** What this host gives to those who serve its clients. */
export class LocalPort implements HostPort {
  readonly info: { readonly id: string; readonly version: string };
  readonly #context: QueryContext;
  readonly #board: SessionBoard;
  readonly #presence: Presence | undefined;
  readonly #listeners = new Set<(news: HostNews) => void>();

  constructor(info: LocalPort["info"], context: QueryContext, board: SessionBoard, presence?: Presence) {
    this.info = info;
    this.#context = context;
    this.#board = board;
    this.#presence = presence;
  }

  async sessions(since?: number): Promise<SessionsChange & { readonly full: boolean }> {
    return this.#board.since(since);
  }

  asks() {
    const { sessions } = this.#context.live;
    return {
      approvals: sessions.flatMap((session) => session.pendingApprovals),
      questions: sessions.flatMap((session) => session.pendingQuestions),
    };
  }

  listen(listener: (news: HostNews) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Tells everybody who listens. */
  tell(news: HostNews): void {
    for (const listener of this.#listeners) listener(news);
  }

  async source(id: SessionId): Promise<SessionSource> {
    const { live, runtime } = this.#context;
    // As it is now, whether or not a list has heard of it yet.
    const record = await runtime.findSession(id);
    if (record.id !== id) throw new RuntimeError("unknownSession", `no session ${id}`);
    const item = () => this.#board.get(id) ?? sessionItem(record, live.get(id));
    return openSource(id, { live, runtime, item });
  }

  /** Whose session that is; `undefined` where there is none of that id. */
  projectOf(id: SessionId): ProjectId | undefined {
    return this.#board.get(id)?.projectId;
  }

  intent(client: Client, intent: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    return takeIntent(this.#context, client, intent);
  }

  query(_: ServedClient, kind: string, args: unknown): Promise<unknown> {
    return respond(this.#context, kind as QueryKind, args as never);
  }

  blob(sessionId: SessionId, ref: string, range: { readonly offset: number; readonly length: number }) {
    return this.#context.runtime.readBlob(sessionId, ref, range);
  }

  presence(client: ServedClient, state: "active" | "idle" | "away", focus: SessionId | undefined): void {
    this.#presence?.say(client, state, focus);
  }
}

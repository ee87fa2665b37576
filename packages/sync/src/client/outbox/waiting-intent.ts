import { type Clock, intentTtlMs } from "@nucleic/protocol/core";
import type { ClientMessageOf, ServerMessageOf } from "@nucleic/protocol/messages";
import type { HostError } from "../host-error.ts";
import type { OutboxItem } from "./outbox-storage.ts";

export type IntentMessage = ClientMessageOf<"intent">;
export type IntentOutcome = ServerMessageOf<"intentResult">;

/** An intent without an answer, and how old it is. */
export class WaitingIntent {
  readonly message: IntentMessage;
  readonly answer: Promise<IntentOutcome>;
  readonly answered: (answer: IntentOutcome) => void;
  readonly failed: (error: HostError) => void;
  /** Sent over the connection there is: its answer is on its way, however long it takes. */
  isFlying = false;
  wasSent = false;
  /** It outlives the client. */
  isKept = false;
  readonly #clock: Clock;
  readonly #decidedAt: number;
  /** Absent for one of an earlier life, of which the wall clock alone tells. */
  readonly #sinceMs: number | undefined;

  /** `decidedAt`: of an earlier life. */
  constructor(clock: Clock, message: IntentMessage, decidedAt?: number) {
    const { promise, resolve, reject } = Promise.withResolvers<IntentOutcome>();
    // Nobody has to wait for it.
    promise.catch(() => undefined);
    this.answer = promise;
    this.answered = resolve;
    this.failed = reject;
    this.message = message;
    this.#clock = clock;
    this.#decidedAt = decidedAt ?? clock.now();
    this.#sinceMs = decidedAt === undefined ? clock.monotonicMs() : undefined;
  }

  /** Both clocks count: the monotonic one may stand still while a machine sleeps, the other may be set back. */
  get ageMs(): number {
    const wallMs = this.#ageByWallMs;
    const ageMs = this.#sinceMs === undefined ? wallMs : this.#clock.monotonicMs() - this.#sinceMs;
    return Math.round(Math.max(0, wallMs, ageMs));
  }

  /** Until it may not be sent any more. One that seems to be of the future has an age that nobody knows. */
  get leftMs(): number {
    const isOfTheFuture = this.#sinceMs === undefined && this.#ageByWallMs < 0;
    return isOfTheFuture ? 0 : this.#ttlMs - this.ageMs;
  }

  get item(): OutboxItem {
    const { id, kind, sessionId, args } = this.message;
    const [decidedAt, wasSent] = [this.#decidedAt, this.wasSent];
    const about = { id, kind, args, decidedAt, expiresAt: decidedAt + this.#ttlMs, wasSent };
    return sessionId === undefined ? about : { ...about, sessionId };
  }

  get #ageByWallMs(): number {
    return this.#clock.now() - this.#decidedAt;
  }

  get #ttlMs(): number {
    const { kind, ttlMs = Number.POSITIVE_INFINITY } = this.message;
    return Math.min(ttlMs, intentTtlMs(kind));
  }
}

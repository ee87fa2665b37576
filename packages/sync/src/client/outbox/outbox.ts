import type { Clock, IntentId } from "@nucleic/protocol/core";
import { clientError, type HostError } from "../host-error.ts";
import { Listeners } from "../listeners.ts";
import { nameOf, type OutboxItem, type OutboxStorage, readAllKept, writeKept } from "./outbox-storage.ts";
import { type IntentMessage, type IntentOutcome, WaitingIntent } from "./waiting-intent.ts";

/** Where a client keeps what it could not say yet, so that it outlives the client. */
export interface OutboxOptions {
  readonly storage: OutboxStorage;
  /** Whose intents they are: one storage may hold those for several hosts. `Pairing.hostId`, for one. */
  readonly host: string;
  /** What became of each intent, also of one that an earlier client has left. */
  readonly onSettled?: (item: OutboxItem, error: HostError | undefined) => void;
}

/**
 * Intents on their way. All that has no answer is sent again at each new connection: the host does nothing twice. What has
 * waited too long is not sent any more: an allowance after two minutes, all else after a day.
 */
export class Outbox {
  readonly changed = new Listeners<readonly OutboxItem[]>();
  readonly #clock: Clock;
  readonly #send: (message: IntentMessage) => void;
  readonly #options: OutboxOptions | undefined;
  readonly #waiting = new Map<string, WaitingIntent>();
  #timer = new AbortController();
  #isUp = false;
  #isOver = false;
  /** One after the other, so that they are sent in the order in which they were decided. */
  #kept: Promise<void>;

  constructor(clock: Clock, send: (message: IntentMessage) => void, options?: OutboxOptions) {
    this.#clock = clock;
    this.#send = send;
    this.#options = options;
    this.#kept = options ? this.#restore(options) : Promise.resolve();
  }

  get items(): readonly OutboxItem[] {
    return [...this.#waiting.values()].map(({ item }) => item);
  }

  /** Sends it, now or at the next connection. @throws HostError `expired`, `outcomeUnknown`, `withdrawn`, `notKept` */
  post(message: IntentMessage): Promise<IntentOutcome> {
    const known = this.#waiting.get(message.id);
    if (known) return known.answer;
    const intent = new WaitingIntent(this.#clock, message);
    this.#waiting.set(message.id, intent);
    if (this.#options) this.#kept = this.#kept.then(() => this.#keep(intent, this.#options));
    else this.#dispatch(intent);
    this.#onChanged();
    return intent.answer;
  }

  /** There is a connection: everything goes out that may still. */
  sendAll(): void {
    this.#isUp = true;
    for (const intent of [...this.#waiting.values()])
      if (intent.isKept || !this.#options) this.#dispatch(intent);
    this.#onChanged();
  }

  lost(): void {
    this.#isUp = false;
    for (const intent of this.#waiting.values()) intent.isFlying = false;
    this.#arm();
  }

  settle(outcome: IntentOutcome): void {
    this.#take(outcome.id)?.answered(outcome);
  }

  /** One that the host could not take. */
  refuse(id: string, error: HostError): void {
    this.#take(id, error)?.failed(error);
  }

  /** Takes one back. Whether that was in time: what was sent stands. */
  withdraw(id: IntentId): boolean {
    const intent = this.#waiting.get(id);
    if (intent === undefined || intent.wasSent) return false;
    this.refuse(id, clientError("withdrawn", "it was taken back before it was sent"));
    return true;
  }

  /** The client is over. What was kept is the next one's. */
  end(error: HostError): void {
    this.#isOver = true;
    this.#isUp = false;
    this.#timer.abort();
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
  }

  async #restore({ storage, host }: OutboxOptions): Promise<void> {
    // What cannot be read now may be read by the next client.
    const all = await readAllKept(storage, host).catch(() => []);
    for (const { message, decidedAt } of all) {
      if (this.#isOver || this.#waiting.has(message.id)) continue;
      const intent = new WaitingIntent(this.#clock, message, decidedAt);
      intent.wasSent = true;
      intent.isKept = true;
      this.#waiting.set(message.id, intent);
      this.#dispatch(intent);
    }
    this.#onChanged();
  }

  async #keep(intent: WaitingIntent, options: OutboxOptions | undefined): Promise<void> {
    const { message, item } = intent;
    try {
      if (options && this.#waiting.get(message.id) === intent)
        await options.storage.write(nameOf(message.id), writeKept(options.host, { message, ...item }));
      intent.isKept = true;
    } catch (cause) {
      this.refuse(message.id, clientError("notKept", "it could not be kept, and is not sent", cause));
      return;
    }
    // Settled meanwhile: what was written is of no use.
    if (this.#waiting.get(message.id) === intent) this.#dispatch(intent);
    else if (!this.#isOver) this.#forget(message.id);
  }

  #dispatch(intent: WaitingIntent): void {
    if (intent.leftMs <= 0 && !intent.isFlying) this.#expire(intent);
    else if (this.#isUp && !intent.isFlying) {
      const { message, ageMs } = intent;
      intent.isFlying = true;
      intent.wasSent = true;
      this.#send({ ...message, ageMs });
    }
    this.#arm();
  }

  #expire({ message, wasSent }: WaitingIntent): void {
    const error = wasSent
      ? clientError("outcomeUnknown", `no answer came to ${message.kind}, and it is too old to ask again`)
      : clientError("expired", `${message.kind} has waited too long for a connection`);
    this.refuse(message.id, error);
  }

  #take(id: string, error?: HostError): WaitingIntent | undefined {
    const intent = this.#waiting.get(id);
    if (intent === undefined) return undefined;
    this.#waiting.delete(id);
    if (intent.isKept) this.#forget(id);
    this.#onChanged();
    this.#options?.onSettled?.(intent.item, error);
    return intent;
  }

  #forget(id: string): void {
    // One that stays is sent by the next client, and done no second time.
    this.#options?.storage.remove(nameOf(id)).catch(() => undefined);
  }

  #onChanged(): void {
    this.changed.tell(this.items);
  }

  /** Wakes when the first of those that do not fly is too old. */
  #arm(): void {
    this.#timer.abort();
    this.#timer = new AbortController();
    const idle = [...this.#waiting.values()].filter(({ isFlying }) => !isFlying);
    if (idle.length === 0) return;
    const { signal } = this.#timer;
    const leftMs = Math.max(0, Math.min(...idle.map((intent) => intent.leftMs)));
    const onDue = () => {
      if (signal.aborted) return;
      for (const intent of idle) if (!intent.isFlying && intent.leftMs <= 0) this.#expire(intent);
      this.#arm();
    };
    this.#clock.sleep(leftMs, signal).then(onDue, () => undefined);
  }
}

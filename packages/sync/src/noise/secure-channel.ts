import type { Clock } from "@nucleic/protocol/core";
import type { Channel } from "../channel.ts";
import { Inbox } from "../inbox.ts";
import { utf8 } from "./bytes.ts";
import { type ChannelEnd, type CloseReason, readClose, writeClose } from "./channel-end.ts";
import { bindingOf } from "./derive.ts";
import { type Fields, readFields, writeFields } from "./fields.ts";
import type { HandshakeResult } from "./handshake.ts";
import { NoiseError, type NoiseErrorCode } from "./noise-error.ts";
import { maxMessageBytes, Reassembly } from "./reassembly.ts";
import { RecordReceiver } from "./record-receiver.ts";
import { RecordSender } from "./record-sender.ts";
import { type Record, recordKind } from "./records.ts";
import type { Sodium } from "./sodium.ts";
import { frameOf, frameType } from "./wire.ts";

/** What may wait to be read. An application that does not read for so long has stalled. */
const maxWaiting = { messages: 4_096, chars: 8 * 2 ** 20 } as const;

/** What a channel is made of and whom it tells. */
export interface SecureChannelOptions {
  readonly sodium: Sodium;
  readonly clock: Clock;
  readonly keys: HandshakeResult;
  readonly send: (frame: Uint8Array) => void;
  readonly buffered: () => number;
  /** A message of the channel itself, never one of the application. */
  readonly onControl: (fields: Fields) => void;
  /** Whether it is for the application. Default: yes; a pairing is not. */
  readonly carriesMessages?: boolean;
}

/** Messages in records: in order, once, unread and unchanged by anybody else. */
export class SecureChannel implements Channel {
  readonly messages = new Inbox();
  /** Settles with the channel's end; never rejects. */
  readonly ended: Promise<ChannelEnd>;
  /** Names this channel in logs and audits: 16 bytes, the same on both sides. */
  readonly binding: Uint8Array;
  readonly #options: SecureChannelOptions;
  readonly #sender: RecordSender;
  readonly #receiver: RecordReceiver;
  readonly #data = new Reassembly();
  #settle: (end: ChannelEnd) => void = () => undefined;
  #isOver = false;
  #charsSinceEmpty = 0;

  constructor(options: SecureChannelOptions) {
    const { clock, keys, sodium } = options;
    this.#options = options;
    this.binding = bindingOf(sodium, keys.hash);
    this.#sender = new RecordSender(keys.sending, options.send, () => clock.monotonicMs());
    this.#receiver = new RecordReceiver(keys.receiving);
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get buffered(): number {
    return this.#options.buffered();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the other side has shown that it has the keys. */
  get isConfirmed(): boolean {
    return this.#receiver.received > 0;
  }

  /** Sends one message. One that is longer than 1 MiB ends the channel as `tooLarge`. */
  send(text: string): void {
    const body = utf8(text);
    if (body.length > maxMessageBytes) this.end("tooLarge");
    else this.#write(() => this.#sender.send(recordKind.data, body));
  }

  /** Sends a message of the channel itself. */
  sendControl(fields: object): void {
    this.#write(() => this.#sender.send(recordKind.control, writeFields(fields)));
  }

  /** Shows the other side that this one has the keys, and is there. */
  ping(): void {
    this.#write(() => this.#sender.send(recordKind.ping));
  }

  /** A frame of type `record`. */
  take(frame: Uint8Array): void {
    if (this.#isOver) return;
    try {
      const record = this.#receiver.take(frame);
      if (record !== undefined) this.#read(record);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends it in order: the other side is told that this is the end. Idempotent. */
  end(reason: CloseReason): void {
    const { received } = this.#receiver;
    this.#write(() => {
      this.#sender.send(recordKind.close, writeClose(reason, received));
      this.#over({ isClean: true, by: "us", reason, received });
    });
  }

  /** Another channel has taken its link: from here on not a frame of this one may be sent there. */
  superseded(): void {
    const { received } = this.#receiver;
    if (!this.#isOver) this.#over({ isClean: true, by: "us", reason: "replaced", received });
  }

  /** Ends it in order, as done. `reason` is not sent. */
  close(_reason?: string): void {
    this.end("done");
  }

  /** The way to the other side is gone, or the other side claims to be. */
  lost(code: NoiseErrorCode): void {
    if (!this.#isOver) this.#over({ isClean: false, code });
  }

  #read(record: Record): void {
    const { carriesMessages = true, onControl } = this.#options;
    const { body, hasMore, kind } = record;
    const isData = kind === recordKind.data;
    if (isData ? !carriesMessages : hasMore)
      throw new NoiseError("malformed", "a record has no place in this channel");
    switch (kind) {
      case recordKind.data:
        this.#deliver(this.#data.add(record));
        break;
      case recordKind.ping:
        this.#sender.send(recordKind.pong);
        break;
      case recordKind.control:
        onControl(readFields(body));
        break;
      case recordKind.close:
        this.#over({ isClean: true, by: "them", ...readClose(body) });
        break;
      case recordKind.pong:
      case recordKind.rekey:
        // Below here both have done what they are for.
        break;
      default:
        kind satisfies never;
    }
  }

  #deliver(text: string | undefined): void {
    if (text === undefined) return;
    this.messages.add(text);
    this.#charsSinceEmpty = this.messages.size === 1 ? text.length : this.#charsSinceEmpty + text.length;
    // An exact count costs more, and is made only where it may matter.
    if (this.#charsSinceEmpty > maxWaiting.chars) this.#charsSinceEmpty = this.messages.chars;
    const isTooMuch = this.messages.size > maxWaiting.messages || this.#charsSinceEmpty > maxWaiting.chars;
    if (isTooMuch) this.end("tooLarge");
  }

  #write(write: () => void): void {
    if (this.#isOver) return;
    try {
      write();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Never goes on after an error: a second try would tell an attacker something. */
  #fail(error: unknown): void {
    const code = error instanceof NoiseError ? error.code : "malformed";
    this.#options.send(frameOf(frameType.abort, Uint8Array.of(1)));
    this.lost(code);
  }

  #over(end: ChannelEnd): void {
    this.#isOver = true;
    this.#sender.wipe();
    this.#receiver.wipe();
    this.messages.end();
    this.#settle(end);
  }
}

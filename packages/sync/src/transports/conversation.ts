import type { FrameLink } from "../frames.ts";
import { Queue } from "../queue.ts";
import { isFrame, maxFrameBytes, maxWaitingBytes } from "./limits.ts";

/**
 * A broker knows no connection between two clients, so each message begins with the number of the conversation that it is of:
 * eight random bytes that the device chooses. A message with nothing behind the number is the end of the conversation.
 */
export const conversationBytes = 8;

/** What a broker must let through. */
export const maxMessageBytes = conversationBytes + maxFrameBytes;

/** What may wait to be taken by the broker before a link that sends more is ended. */
const maxBacklogBytes = 16 * 1024 * 1024;

/** A message of a broker, taken apart. */
export interface ConversationPart {
  /** The number, in a form that can be compared. */
  readonly id: string;
  /** Empty at the end of the conversation. */
  readonly frame: Uint8Array;
}

/** Reads a message; `undefined` where it can be none. Copies, which `slice` of a Node.js buffer does not. */
export function readMessage(message: Uint8Array): ConversationPart | undefined {
  if (message.length < conversationBytes || message.length > maxMessageBytes) return undefined;
  const id = Array.from(message.subarray(0, conversationBytes), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return { id, frame: new Uint8Array(message.subarray(conversationBytes)) };
}

/** Writes one. */
export function writeMessage(id: Uint8Array, frame: Uint8Array): Uint8Array {
  const message = new Uint8Array(conversationBytes + frame.length);
  message.set(id);
  message.set(frame, conversationBytes);
  return message;
}

/** The way from a conversation to the broker. */
export interface ConversationPipe {
  publish(message: Uint8Array): void;
  /** Bytes that the broker has not confirmed. */
  readonly buffered: number;
}

/** Why a link over a broker ended. */
export type ConversationEnd = "closed" | "slow" | "lost";

const nothing = new Uint8Array(0);

/** One conversation as a link. */
export class ConversationLink implements FrameLink {
  readonly frames = new Queue<Uint8Array>((frame) => frame.length);
  readonly #id: Uint8Array;
  readonly #pipe: ConversationPipe;
  readonly #onEnd: (why: ConversationEnd) => void;
  #isOver = false;

  constructor(id: Uint8Array, pipe: ConversationPipe, onEnd: (why: ConversationEnd) => void) {
    this.#id = id;
    this.#pipe = pipe;
    this.#onEnd = onEnd;
  }

  get buffered(): number {
    return this.#isOver ? 0 : this.#pipe.buffered;
  }

  send(frame: Uint8Array): void {
    if (this.#isOver) return;
    if (isFrame(frame)) {
      this.#pipe.publish(writeMessage(this.#id, frame));
      if (this.#pipe.buffered > maxBacklogBytes) this.#leave("slow");
    } else this.#leave("closed");
  }

  /** Takes what the other end has sent. */
  arrive(frame: Uint8Array): void {
    if (this.#isOver) return;
    if (frame.length === 0) this.lose("closed");
    else {
      this.frames.add(frame);
      if (this.frames.length > maxWaitingBytes) this.#leave("slow");
    }
  }

  close(): void {
    if (!this.#isOver) this.#leave("closed");
  }

  /** Ends it at this end alone: the other one knows, or cannot be told. */
  lose(why: ConversationEnd = "lost"): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.frames.end();
    this.#onEnd(why);
  }

  #leave(why: ConversationEnd): void {
    this.#pipe.publish(writeMessage(this.#id, nothing));
    this.lose(why);
  }
}

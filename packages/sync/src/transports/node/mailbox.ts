import type { NatsConnection, Status } from "@nats-io/nats-core";
import { Queue } from "../../queue.ts";
import {
  ConversationLink,
  type ConversationPart,
  conversationBytes,
  readMessage,
  writeMessage,
} from "../conversation.ts";
import type { FrameListener, IncomingLink } from "../listener.ts";
import { closeGently, confirmed, connectNats, NatsBacklog, natsProblem } from "../nats-connection.ts";
import { isRelayToken, natsSubjects } from "../nats-subjects.ts";
import { TransportError } from "../transport-error.ts";
import { dialNats } from "./nats.ts";
import type { NatsMailboxOptions } from "./nats-mailbox.ts";

/** How many conversations that are over are remembered, so that what comes late of one does not begin it anew. */
const maxRemembered = 1_024;

/** Connects and listens. */
export async function openMailbox(options: NatsMailboxOptions, signal: AbortSignal): Promise<FrameListener> {
  const { up } = natsSubjects(options.mailbox, "*");
  let attempt = 0;
  const connection = await connectNats(dialNats, options, signal, {
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => reconnectMs(attempt),
  });
  const mailbox = new Mailbox(connection, options);
  let refused: TransportError | undefined;
  connection.subscribe(up, {
    callback: (error, message) => {
      if (error) refused = natsProblem(error);
      else mailbox.take(message.subject.slice(up.length - 1), message.data);
    },
  });
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "reconnecting") attempt++;
      if (status.type === "reconnect") attempt = 0;
      mailbox.onStatus(status);
    }
  })();
  void connection.closed().then((error) => mailbox.end(error ?? undefined));
  // A broker refuses a subject before it answers this.
  await confirmed(connection, signal).catch((error) => {
    refused ??= natsProblem(error);
  });
  if (!refused) return mailbox;
  await mailbox.close();
  throw refused;
}

/** Between half of and all of 0.5, 1, 2, … 30 seconds: a broker that is back is not met by all at once. */
function reconnectMs(attempt: number): number {
  const mostMs = Math.min(30_000, 500 * 2 ** Math.min(attempt, 6));
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.round(mostMs / 2 + (mostMs / 2) * (random / 2 ** 32));
}

interface Live {
  readonly device: string;
  readonly link: ConversationLink;
  /** What tells the device that it is over. */
  readonly goodbye: Uint8Array;
}

class Mailbox implements FrameListener {
  readonly links = new Queue<IncomingLink>(() => 1);
  readonly #connection: NatsConnection;
  readonly #backlog: NatsBacklog;
  readonly #options: NatsMailboxOptions;
  readonly #live = new Map<string, Live>();
  readonly #over = new Set<string>();
  /** Those that ended while there was no connection to say so over. */
  #untold: Live[] = [];

  constructor(connection: NatsConnection, options: NatsMailboxOptions) {
    this.#connection = connection;
    this.#backlog = new NatsBacklog(connection);
    this.#options = options;
  }

  take(device: string, message: Uint8Array): void {
    const part = readMessage(message);
    if (part === undefined || !isRelayToken(device)) return;
    const key = `${device} ${part.id}`;
    const live =
      this.#live.get(key) ??
      this.#begin(key, device, part, new Uint8Array(message.subarray(0, conversationBytes)));
    live?.link.arrive(part.frame);
  }

  onStatus(status: Status): void {
    if (status.type === "disconnect") this.#lose();
    if (status.type === "reconnect") {
      for (const { device, goodbye } of this.#untold.splice(0)) this.#publish(device, goodbye);
    }
    if (status.type === "error") this.#options.onProblem?.(natsProblem(status.error));
  }

  /** The connection is over and does not come back. */
  end(error?: Error): void {
    if (error) this.#options.onProblem?.(natsProblem(error));
    this.#lose();
    this.links.end();
  }

  async close(): Promise<void> {
    for (const { link } of [...this.#live.values()]) link.close();
    this.links.end();
    await closeGently(this.#connection);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #begin(key: string, device: string, part: ConversationPart, id: Uint8Array): Live | undefined {
    if (part.frame.length === 0 || this.#over.has(key)) return undefined;
    if (this.#options.accepts?.(device) === false) return undefined;
    const goodbye = writeMessage(id, new Uint8Array(0));
    if (this.#isFull(device)) {
      this.#publish(device, goodbye);
      this.#options.onProblem?.(new TransportError("full", "a device may open no more links now"));
      return undefined;
    }
    const backlog = this.#backlog;
    const pipe = {
      publish: (message: Uint8Array) => this.#publish(device, message),
      get buffered() {
        return backlog.bytes;
      },
    };
    const link = new ConversationLink(id, pipe, (why) => {
      this.#live.delete(key);
      this.#remember(key);
      if (why === "slow")
        this.#options.onProblem?.(new TransportError("slow", "a link was ended: more waited than may wait"));
    });
    const live = { device, link, goodbye };
    this.#live.set(key, live);
    this.links.add({ link, from: device });
    return live;
  }

  #isFull(device: string): boolean {
    const { maxLinks = 256, maxPerDevice = 4 } = this.#options;
    if (this.#live.size >= maxLinks) return true;
    let ofDevice = 0;
    for (const live of this.#live.values()) if (live.device === device) ofDevice++;
    return ofDevice >= maxPerDevice;
  }

  #publish(device: string, message: Uint8Array): void {
    this.#backlog.publish(natsSubjects(this.#options.mailbox, device).down, message);
  }

  #lose(): void {
    const lost = [...this.#live.values()];
    this.#untold = lost;
    for (const { link } of lost) link.lose();
  }

  #remember(key: string): void {
    this.#over.add(key);
    for (const oldest of this.#over) {
      if (this.#over.size <= maxRemembered) return;
      this.#over.delete(oldest);
    }
  }
}

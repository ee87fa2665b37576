import type { Clock, IntentId, SessionId } from "@nucleic/protocol/core";
import type { Cursor } from "@nucleic/protocol/messages";
import type { Channel } from "../channel.ts";
import type { ApprovalSigner } from "./approval-signer.ts";
import type { OutboxOptions } from "./outbox/outbox.ts";

export interface HostClientOptions {
  /** Opens a channel to the host: `webSocketTo`, for one. Called again whenever the last one was lost. */
  readonly connect: (signal: AbortSignal) => Promise<Channel>;
  /** Who connects, for the host's log. */
  readonly name: string;
  readonly version?: string;
  /** Default: the real clock. */
  readonly clock?: Clock;
  /** A paired device signs what is decided on it; a client of the host's machine does not. */
  readonly signer?: ApprovalSigner | undefined;
  /** Has what is decided without a connection outlive this client. Default: it waits in memory. */
  readonly outbox?: OutboxOptions | undefined;
  /** Attempts in a row before it is given up. Default: for ever. */
  readonly maxAttempts?: number;
  /** From 0 to 1: spreads the attempts to connect again. Default: the system's. */
  readonly random?: () => number;
}

/** How an intent is sent. */
export interface IntentOptions {
  readonly sessionId?: SessionId;
  /** The same id again is the same intent. Default: a new one. */
  readonly id?: IntentId;
  /** Older than that it is neither sent nor taken. At most two minutes for an allowance, and a day for all else. */
  readonly ttlMs?: number;
  /** What had been seen when it was decided. */
  readonly basis?: Cursor;
}

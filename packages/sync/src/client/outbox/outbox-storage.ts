import type { IntentId, SessionId } from "@nucleic/protocol/core";
import type { ClientMessageOf } from "@nucleic/protocol/messages";

/**
 * Where intents wait for a connection. What it holds is as secret as what it says, and signed: every `KeyStore` of
 * `@nucleic/sync/noise` is one. Each method rejects where it could not do it durably.
 */
export interface OutboxStorage {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

/** An intent that has no answer yet. */
export interface OutboxItem {
  readonly id: IntentId;
  readonly kind: string;
  readonly sessionId?: SessionId;
  readonly args: unknown;
  /** When it was decided, and from when on it is not sent any more. Epoch milliseconds. */
  readonly decidedAt: number;
  readonly expiresAt: number;
  /** A host may have it. */
  readonly wasSent: boolean;
}

/** As it is kept: the message, and when it was decided. */
export interface KeptIntent {
  readonly message: ClientMessageOf<"intent">;
  readonly decidedAt: number;
}

const prefix = "outbox.";

export const nameOf = (id: string): string => prefix + id;

export function writeKept(host: string, kept: KeptIntent): string {
  return JSON.stringify({ v: 1, host, ...kept });
}

/** What was kept for that host, the oldest first. What cannot be read stays where it is, and is not sent. */
export async function readAllKept(storage: OutboxStorage, host: string): Promise<readonly KeptIntent[]> {
  const all: KeptIntent[] = [];
  for (const name of await storage.list()) {
    const text = name.startsWith(prefix) ? await storage.read(name) : undefined;
    const kept = text === undefined ? undefined : readKept(text, host);
    if (kept) all.push(kept);
  }
  return all.sort((a, b) => a.decidedAt - b.decidedAt || (a.message.id < b.message.id ? -1 : 1));
}

function readKept(text: string, host: string): KeptIntent | undefined {
  try {
    const { v, host: of, message, decidedAt } = JSON.parse(text) as KeptIntent & Record<string, unknown>;
    const isOurs = v === 1 && of === host && message.t === "intent" && Number.isSafeInteger(decidedAt);
    return isOurs ? { message, decidedAt } : undefined;
  } catch {
    return undefined;
  }
}

import type { ParkReason } from "../advance-target.ts";
import type { MergeConflict } from "../merge-tree.ts";

/**
 * Where an entry stands. The first three are open, the others final: nothing is tried again by itself. `merged` and
 * `parked` say what became of the work; `cancelled` and `failed` that nothing did.
 */
export type QueueStatus = QueueEntry["status"];

/** What every request names. Plain JSON: it is stored, and read by a later process. */
export interface QueueRequest {
  /** Whose work it is, e.g. a session's id. Of one key at most one entry waits at a time. */
  readonly key: string;
  /** The repository's common directory, a real path. With `target` it makes the line in which entries wait. */
  readonly commonDir: string;
  /** Short name of the branch the work goes to. */
  readonly target: string;
}

/** How an entry ended. */
export type Settlement =
  /** Without a commit where the target had all of it already. */
  | {
      readonly status: "merged";
      readonly commit?: string;
      /** The checkout of the target whose files went along. */
      readonly checkout?: string;
      /** Repositories inside the worktree, which were left out. */
      readonly nestedRepositories?: readonly string[];
    }
  | {
      readonly status: "parked";
      readonly commit: string;
      /** Where the commit waits to be fast-forwarded to. */
      readonly ref: string;
      readonly reason: ParkReason;
      readonly checkout?: string;
      readonly paths: readonly string[];
    }
  | { readonly status: "conflicted"; readonly conflicts: readonly MergeConflict[] }
  | {
      readonly status: "failed";
      /** A `WorktreeErrorCode`; `rejected` by the verification; `interrupted` by a crash; `unexpected`. */
      readonly code: string;
      readonly message: string;
      readonly hint?: string;
    }
  | { readonly status: "cancelled" };

/** One request in the queue, as it is at a moment. Replaced, never changed. */
export type QueueEntry<Request extends QueueRequest = QueueRequest> = {
  readonly id: string;
  /** Its place in line: lower is earlier. */
  readonly order: number;
  readonly request: Request;
  /** Epoch milliseconds. */
  readonly enqueuedAt: number;
  readonly changedAt: number;
} & ({ readonly status: "queued" | "merging" | "verifying" } | Settlement);

const STATUSES: Readonly<Record<QueueStatus, "open" | "settled">> = {
  queued: "open",
  merging: "open",
  verifying: "open",
  merged: "settled",
  parked: "settled",
  conflicted: "settled",
  failed: "settled",
  cancelled: "settled",
};

/** Whether nothing more will become of it. */
export function isSettled(entry: { readonly status: QueueStatus }): boolean {
  return STATUSES[entry.status] === "settled";
}

/** Reads a stored entry; `undefined` for what is none. What else a request holds is for its owner to check. */
export function parseEntry<Request extends QueueRequest>(json: string): QueueEntry<Request> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isEntry<Request>(value) ? value : undefined;
  } catch {
    // Not JSON: not written by a queue.
    return undefined;
  }
}

function isEntry<Request extends QueueRequest>(value: unknown): value is QueueEntry<Request> {
  const entry = fields(value);
  const request = fields(entry.request);
  return (
    typeof entry.id === "string" &&
    [entry.order, entry.enqueuedAt, entry.changedAt].every(Number.isFinite) &&
    [request.key, request.commonDir, request.target].every((text) => typeof text === "string") &&
    typeof entry.status === "string" &&
    Object.hasOwn(STATUSES, entry.status)
  );
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

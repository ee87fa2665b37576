import { z } from "zod";
import { ApprovalRequest, DecidedBy, Decision } from "../approval.ts";
import { IntentId, SessionId } from "../ids.ts";
import { QuestionRequest } from "../question.ts";
import { SessionItem, SessionSnapshot } from "./items.ts";
import { Scope } from "./scope.ts";

const count = z.number().int().nonnegative();
const handle = z.string();

const message = <T extends string, S extends z.ZodRawShape>(t: T, shape: S) =>
  z.object({ t: z.literal(t), ...shape }).meta({ title: `Server_${t}` });

/** An event as a transcript holds it. Not looked into here: see `readEvent`. */
const item = z.looseObject({ kind: z.string() });

/** A refusal as data: `code` is from the union of whatever refused, `hint` what a person can do. */
export const Refusal = z
  .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
  .meta({ title: "Refusal" });
export type Refusal = z.infer<typeof Refusal>;

/** The answer to `hello`. */
export const Welcome = message("welcome", {
  v: z.number().int().positive(),
  host: z.object({ id: z.string(), version: z.string() }),
  scopes: z.array(Scope),
  /** Epoch milliseconds by the host's clock. */
  serverTime: count,
  limits: z.object({ messageBytes: count, subscriptions: count, credit: count }),
});

/** All sessions, newest first, or those that have changed; `removed` are gone. */
export const Sessions = message("sessions", {
  rev: count,
  full: z.boolean(),
  items: z.array(SessionItem),
  removed: z.array(SessionId),
});

/**
 * What agents wait for a person to answer: all of it, the answer to `list`, or what is new. Comes whatever the credit.
 * `clipped` names the requests that were too large and came without their `input` and `diff`; their digests still hold.
 */
export const Asked = message("asked", {
  full: z.boolean(),
  approvals: z.array(ApprovalRequest),
  questions: z.array(QuestionRequest),
  clipped: z.array(z.string()).optional(),
});

/** An approval or a question, by its `id`, is answered: nobody needs to look at it any more. */
export const Settled = message("settled", {
  sessionId: SessionId,
  id: z.string(),
  by: DecidedBy,
  /** Of an approval. */
  decision: Decision.optional(),
});

/**
 * A session as it stands at `atSeq`, with the records `fromSeq` to `atSeq` for a view to begin with, in as many chunks as
 * it takes. What a client had of the session is void. Each chunk takes of the credit; the last one has the `snapshot`.
 */
export const Snapshot = message("snapshot", {
  sub: handle,
  logId: z.string(),
  fromSeq: count,
  atSeq: count,
  items: z.array(item),
  cost: count,
  snapshot: SessionSnapshot.optional(),
});

/**
 * Records `from` to `to`, without a gap behind what came before, even where the verbosity leaves some of them out.
 * `cost` is what they take of the credit: the characters of their JSON.
 */
export const Events = message("events", {
  sub: handle,
  logId: z.string(),
  from: z.number().int().positive(),
  to: z.number().int().positive(),
  items: z.array(item),
  cost: count,
});

/** Live-only events, behind the record `after`. May be dropped: the record that follows has the whole text. */
export const Partial = message("partial", { sub: handle, after: count, items: z.array(item) });

/** The client has everything there is. */
export const Live = message("live", { sub: handle, head: count });

/** The host waits for credit. */
export const Lag = message("lag", { sub: handle, head: count, next: count });

/** The subscription is over: what the client has of this session is void, or the session is gone. */
export const Reset = message("reset", {
  sub: handle,
  reason: z.enum(["logChanged", "cursorAhead", "sessionGone", "failed"]),
  error: Refusal.optional(),
});

/**
 * What became of an intent. `unknown`: it was begun, and nobody can say whether it was done; it is never done again.
 * `duplicate`: it had arrived before, and this is what came of it then.
 */
export const IntentOutcome = message("intentResult", {
  id: IntentId,
  status: z.enum(["applied", "rejected", "unknown"]),
  duplicate: z.boolean().optional(),
  result: z.unknown().optional(),
  error: Refusal.optional(),
});

export const QueryOutcome = message("queryResult", {
  req: handle,
  result: z.unknown().optional(),
  error: Refusal.optional(),
});

export const RangeOutcome = message("rangeResult", {
  req: handle,
  fromSeq: count,
  toSeq: count,
  items: z.array(item),
  /** Whether more of the range follows. */
  more: z.boolean(),
  error: Refusal.optional(),
});

/** `data` is base64. */
export const BlobOutcome = message("blobResult", {
  req: handle,
  offset: count,
  sizeBytes: count,
  data: z.string(),
  error: Refusal.optional(),
});

/** What this client may do from now on. */
export const Scopes = message("scopes", { scopes: z.array(Scope) });

/** How the host itself is. */
export const HostState = message("host", {
  state: z.enum(["running", "draining"]),
  storage: z.enum(["ok", "degraded"]),
});

/** A message could not be taken; `re` is its handle or id, where it had one. The connection stays. */
export const ErrorMessage = message("error", { re: z.string().optional(), error: Refusal });

export const Pong = message("pong", { c: z.number() });

/** The host ends this connection in order. */
export const Goodbye = message("bye", { reason: z.string(), retryAfterMs: count.optional() });

/** What a host says to a client. */
export const ServerMessage = z
  .discriminatedUnion("t", [
    Welcome,
    Sessions,
    Asked,
    Settled,
    Snapshot,
    Events,
    Partial,
    Live,
    Lag,
    Reset,
    IntentOutcome,
    QueryOutcome,
    RangeOutcome,
    BlobOutcome,
    Scopes,
    HostState,
    ErrorMessage,
    Pong,
    Goodbye,
  ])
  .meta({ title: "ServerMessage" });
export type ServerMessage = z.infer<typeof ServerMessage>;

/** The message of one type. */
export type ServerMessageOf<T extends ServerMessage["t"]> = Extract<ServerMessage, { t: T }>;

import { z } from "zod";
import { IntentId, SessionId } from "../ids.ts";
import { Verbosity } from "../spec.ts";
import { Cursor } from "./items.ts";

const count = z.number().int().nonnegative();
/** Chosen by the client, unique among what it has open on this connection. */
const handle = z.string().min(1).max(64);

const message = <T extends string, S extends z.ZodRawShape>(t: T, shape: S) =>
  z.object({ t: z.literal(t), ...shape }).meta({ title: `Client_${t}` });

/** Always the first message. The answer is `welcome`. */
export const Hello = message("hello", {
  v: z.number().int().positive(),
  client: z.object({ name: z.string().min(1).max(64), version: z.string().max(64) }),
});

/**
 * Asks for the list of sessions and for what agents wait for, and for each change of both from then on. `since` is the
 * `rev` that the client has.
 */
export const List = message("list", { since: count.optional() });

/**
 * Follows a session. `from` is the last record that the client has; `null`, or a log that is no longer the same, gives a
 * snapshot with the last `tail` records. `credit` is how many characters of events the host may send before it is given more.
 */
export const Subscribe = message("subscribe", {
  sub: handle,
  sessionId: SessionId,
  from: Cursor.nullable(),
  tail: count.max(2_000).optional(),
  verbosity: Verbosity,
  credit: count,
});

export const Unsubscribe = message("unsubscribe", { sub: handle });

/** Goes on at another verbosity, behind the record that the client names. */
export const ChangeVerbosity = message("verbosity", { sub: handle, level: Verbosity, from: Cursor });

/** So many more characters of events may be sent. */
export const Credit = message("credit", { sub: handle, credit: count });

/** The client has kept everything up to that record. */
export const Ack = message("ack", { sessionId: SessionId, logId: z.string(), seq: count });

/** Asks for records that the client does not have, both ends included. */
export const Range = message("range", {
  req: handle,
  sessionId: SessionId,
  logId: z.string(),
  fromSeq: z.number().int().positive(),
  toSeq: z.number().int().positive(),
  verbosity: Verbosity,
});

/** Asks for a piece of what stands out of line in a transcript, by its hash. */
export const Blob = message("blob", {
  req: handle,
  sessionId: SessionId,
  ref: z.string(),
  offset: count,
  length: z
    .number()
    .int()
    .positive()
    .max(256 * 1024),
});

/**
 * Something that is to be done: `kind` and `args` as `intentKinds` has them. `ageMs` is how long the client has held it
 * back; it is refused where it is older than `ttlMs` when it arrives. `basis` is what the client had seen.
 */
export const Intent = message("intent", {
  id: IntentId,
  kind: z.string().min(1).max(64),
  sessionId: SessionId.optional(),
  args: z.unknown(),
  basis: Cursor.optional(),
  ageMs: count.optional(),
  ttlMs: count.optional(),
});

/** Something that is to be known: `kind` and `args` as `queryKinds` has them. */
export const Query = message("query", { req: handle, kind: z.string().min(1).max(64), args: z.unknown() });

/** Whether a person looks, and at what: they are not notified of it meanwhile. Said again every 15 s. */
export const Presence = message("presence", {
  state: z.enum(["active", "idle", "away"]),
  focus: SessionId.optional(),
});

export const Ping = message("ping", { c: z.number() });

/** The client goes in order. */
export const Bye = message("bye", {});

/** What a client says to a host. */
export const ClientMessage = z
  .discriminatedUnion("t", [
    Hello,
    List,
    Subscribe,
    Unsubscribe,
    ChangeVerbosity,
    Credit,
    Ack,
    Range,
    Blob,
    Intent,
    Query,
    Presence,
    Ping,
    Bye,
  ])
  .meta({ title: "ClientMessage" });
export type ClientMessage = z.infer<typeof ClientMessage>;

/** The message of one type. */
export type ClientMessageOf<T extends ClientMessage["t"]> = Extract<ClientMessage, { t: T }>;

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type Clock,
  canonicalJson,
  type DeviceId,
  type IntentId,
  type SessionId,
} from "@nucleic/protocol/core";
import { type DeviceScope, scopesOf } from "./devices.ts";
import type { RuntimeDatabase } from "./open.ts";
import type { IntentRow } from "./schema.ts";

/** Something that a device wants done. Its id is the device's; the same one may arrive any number of times. */
export interface Intent {
  readonly deviceId: DeviceId;
  readonly id: IntentId;
  readonly kind: string;
  readonly sessionId?: SessionId;
  /** Plain JSON. */
  readonly args: unknown;
  /** What the device has to be allowed to. Absent where the asker is no paired device: it has shown what it may do. */
  readonly requires?: DeviceScope;
  /** Epoch milliseconds by this host's clock. */
  readonly expiresAt?: number;
}

/** Why an intent is not taken. */
export type IntentRefusal =
  /** No such device, or it was revoked. */
  | "unknownDevice"
  /** The device may not do that. */
  | "scope"
  | "expired"
  /** The same id came before with something else in it. */
  | "conflict";

/** What became of an intent that arrived. */
export type IntentArrival =
  /** For the first time, and it is on disk: now do it, then `finish` it. */
  | { readonly outcome: "accepted" }
  /** It came before. `unknown`: it was begun, and nobody can say whether it was done; it is never done again. */
  | { readonly outcome: "known"; readonly state: IntentRow["state"]; readonly result?: unknown }
  | { readonly outcome: "refused"; readonly reason: IntentRefusal };

/** An intent that was begun when its process died. */
export interface UnfinishedIntent {
  readonly deviceId: DeviceId;
  readonly id: IntentId;
  readonly kind: string;
  readonly sessionId?: SessionId;
}

/** What devices have asked for: recorded exactly once, done at most once. */
export interface IntentStore {
  /** One transaction: looks at the device as it is now, and takes the intent unless it has been taken. */
  accept(intent: Intent): Promise<IntentArrival>;
  /** Notes what came of it. Whether this was the first to say so. */
  finish(deviceId: DeviceId, id: IntentId, state: "done" | "rejected", result?: unknown): Promise<boolean>;
  /** For the start, by the one process that does intents: what was begun and not finished is `unknown` from now on. */
  abandonUnfinished(): Promise<readonly UnfinishedIntent[]>;
  /** Forgets what was finished before that time: a device does not send it again after so long. How many. */
  forgetBefore(at: number): Promise<number>;
}

export function intentStore(database: RuntimeDatabase, clock: Clock): IntentStore {
  return {
    accept: (intent) =>
      database.transaction().execute((transaction) => accept(transaction, intent, clock.now())),
    async finish(deviceId, id, state, result) {
      const { numUpdatedRows } = await database
        .updateTable("intent")
        .set({ state, result: result === undefined ? null : JSON.stringify(result), updated_at: clock.now() })
        .where("device_id", "=", deviceId)
        .where("id", "=", id)
        .where("state", "=", "accepted")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async abandonUnfinished() {
      const rows = await database
        .updateTable("intent")
        .set({ state: "unknown", updated_at: clock.now() })
        .where("state", "=", "accepted")
        .returning(["device_id", "id", "kind", "session_id"])
        .execute();
      return rows.map((row) => ({
        deviceId: row.device_id,
        id: row.id,
        kind: row.kind,
        ...(row.session_id !== null && { sessionId: row.session_id }),
      }));
    },
    async forgetBefore(at) {
      const { numDeletedRows } = await database
        .deleteFrom("intent")
        .where("state", "!=", "accepted")
        .where("updated_at", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** BLAKE2b-256, hex, over the canonical form of what is wanted. */
export function intentHash({ kind, sessionId, args }: Pick<Intent, "kind" | "sessionId" | "args">): string {
  const form = canonicalJson({ kind, session: sessionId, args });
  return bytesToHex(blake2b(utf8ToBytes(form), { dkLen: 32 }));
}

async function accept(
  database: Pick<RuntimeDatabase, "selectFrom" | "insertInto">,
  intent: Intent,
  now: number,
): Promise<IntentArrival> {
  const { deviceId, id, kind, sessionId, requires, expiresAt } = intent;
  const scopes = requires === undefined ? undefined : await scopesNow(database, deviceId);
  if (scopes?.length === 0) return { outcome: "refused", reason: "unknownDevice" };
  const hash = intentHash(intent);
  const known = await database
    .selectFrom("intent")
    .select(["args_hash", "state", "result"])
    .where("device_id", "=", deviceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (known) {
    if (known.args_hash !== hash) return { outcome: "refused", reason: "conflict" };
    const result = known.result === null ? {} : { result: JSON.parse(known.result) as unknown };
    return { outcome: "known", state: known.state, ...result };
  }
  if (requires !== undefined && scopes?.includes(requires) !== true)
    return { outcome: "refused", reason: "scope" };
  if (expiresAt !== undefined && expiresAt <= now) return { outcome: "refused", reason: "expired" };
  await database
    .insertInto("intent")
    .values({
      device_id: deviceId,
      id,
      session_id: sessionId ?? null,
      kind,
      args_hash: hash,
      state: "accepted",
      created_at: now,
      updated_at: now,
      expires_at: expiresAt ?? null,
    })
    .execute();
  return { outcome: "accepted" };
}

/** What a device may do now; nothing where it is not known, or revoked. */
async function scopesNow(
  database: Pick<RuntimeDatabase, "selectFrom">,
  deviceId: DeviceId,
): Promise<readonly DeviceScope[]> {
  const device = await database
    .selectFrom("device")
    .select(["state", "may_approve", "may_control"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
  return device ? scopesOf(device) : [];
}

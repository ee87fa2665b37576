import type { Clock, DeviceId } from "@nucleic/protocol";
import type { Selectable } from "kysely";
import { RuntimeError } from "../errors.ts";
import type { RuntimeDatabase } from "./open.ts";
import type { DeviceRow } from "./schema.ts";

/** What a device may do. Each is given by itself. */
export type DeviceScope = "view" | "approve" | "control";

/** A paired device. */
export interface DeviceRecord {
  readonly id: DeviceId;
  readonly label: string;
  readonly platform?: string;
  readonly state: "active" | "revoked";
  readonly scopes: readonly DeviceScope[];
  /** Grows with each change of what the device may do. */
  readonly epoch: number;
  readonly publicKey: Uint8Array;
  readonly signingKey?: Uint8Array;
  /** Sealed by the key store. Absent once revoked. */
  readonly sealedPsk?: Uint8Array;
  readonly pairedAt: number;
  readonly lastSeenAt?: number;
  readonly revokedAt?: number;
}

/** What is known of a device when it has been paired. */
export interface NewDevice {
  readonly id: DeviceId;
  readonly label: string;
  readonly platform?: string;
  readonly publicKey: Uint8Array;
  readonly signingKey?: Uint8Array;
  readonly sealedPsk?: Uint8Array;
  /** Default `view` alone. */
  readonly scopes?: readonly DeviceScope[];
}

/** The paired devices. Every change is on disk when it resolves. */
export interface DeviceStore {
  /** @throws RuntimeError `deviceExists`: an id is never used again, not even after it was revoked */
  pair(device: NewDevice): Promise<DeviceRecord>;
  get(id: DeviceId): Promise<DeviceRecord | undefined>;
  /** Oldest first. */
  list(filter?: { readonly includeRevoked?: boolean }): Promise<readonly DeviceRecord[]>;
  /** Holds from the next intent on. @throws RuntimeError `unknownDevice`, also for a revoked one */
  setScopes(id: DeviceId, scopes: readonly DeviceScope[]): Promise<DeviceRecord>;
  seen(id: DeviceId): Promise<void>;
  /** Takes everything from a device, in one step: its scopes, its secret, its push subscription. Idempotent. */
  revoke(id: DeviceId): Promise<void>;
}

export function deviceStore(database: RuntimeDatabase, clock: Clock): DeviceStore {
  const get = async (id: DeviceId) => {
    const row = await database.selectFrom("device").selectAll().where("id", "=", id).executeTakeFirst();
    return row && toRecord(row);
  };
  const known = async (id: DeviceId) => {
    const device = await get(id);
    if (device === undefined || device.state === "revoked")
      throw new RuntimeError("unknownDevice", `no paired device ${id}`);
    return device;
  };
  return {
    get,
    async pair({ id, label, platform, publicKey, signingKey, sealedPsk, scopes = ["view"] }) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto("device")
        .values({
          id,
          label,
          platform: platform ?? null,
          public_key: publicKey,
          signing_key: signingKey ?? null,
          sealed_psk: sealedPsk ?? null,
          paired_at: clock.now(),
          ...scopeColumns(scopes),
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n)
        throw new RuntimeError("deviceExists", `device ${id} is known already`);
      return known(id);
    },
    async list({ includeRevoked = false } = {}) {
      const all = database.selectFrom("device").selectAll().orderBy("paired_at").orderBy("id");
      const rows = await (includeRevoked ? all : all.where("state", "=", "active")).execute();
      return rows.map(toRecord);
    },
    async setScopes(id, scopes) {
      await database
        .updateTable("device")
        .set((column) => ({ ...scopeColumns(scopes), epoch: column("epoch", "+", 1) }))
        .where("id", "=", id)
        .where("state", "=", "active")
        .execute();
      return known(id);
    },
    async seen(id) {
      await database.updateTable("device").set({ last_seen_at: clock.now() }).where("id", "=", id).execute();
    },
    async revoke(id) {
      await database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("device")
          .set((column) => ({
            ...scopeColumns([]),
            state: "revoked",
            sealed_psk: null,
            epoch: column("epoch", "+", 1),
            revoked_at: clock.now(),
          }))
          .where("id", "=", id)
          .where("state", "=", "active")
          .execute();
        await transaction.deleteFrom("push").where("device_id", "=", id).execute();
      });
    },
  };
}

/** The device's scopes; none where it is revoked. */
export function scopesOf(
  row: Pick<Selectable<DeviceRow>, "may_approve" | "may_control" | "state">,
): DeviceScope[] {
  if (row.state !== "active") return [];
  return [
    "view",
    ...(row.may_approve ? (["approve"] as const) : []),
    ...(row.may_control ? (["control"] as const) : []),
  ];
}

function scopeColumns(scopes: readonly DeviceScope[]) {
  return {
    may_approve: scopes.includes("approve") ? 1 : 0,
    may_control: scopes.includes("control") ? 1 : 0,
  };
}

function toRecord(row: Selectable<DeviceRow>): DeviceRecord {
  return {
    id: row.id,
    label: row.label,
    ...(row.platform !== null && { platform: row.platform }),
    state: row.state,
    scopes: scopesOf(row),
    epoch: row.epoch,
    publicKey: row.public_key,
    ...(row.signing_key !== null && { signingKey: row.signing_key }),
    ...(row.sealed_psk !== null && { sealedPsk: row.sealed_psk }),
    pairedAt: row.paired_at,
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}

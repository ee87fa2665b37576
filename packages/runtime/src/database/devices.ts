import type { Clock, DeviceId } from "@nucleic/protocol";
import type { DeviceLimits } from "@nucleic/protocol/messages";
import type { Selectable, Updateable } from "kysely";
import { RuntimeError } from "../errors.ts";
import type { RuntimeDatabase } from "./open.ts";
import type { DeviceRow, Schema } from "./schema.ts";

/** What a device may do. Each is given by itself. */
export type DeviceScope = "view" | "approve" | "control";

/** A paired device. */
export interface DeviceRecord {
  readonly id: DeviceId;
  readonly label: string;
  readonly platform?: string;
  readonly state: "active" | "revoked";
  /** Epoch milliseconds until when one that has not shown its keys yet is taken; absent once it has. */
  readonly confirmBy?: number;
  readonly scopes: readonly DeviceScope[];
  readonly limits: DeviceLimits;
  /** Grows with each change of what the device may do. */
  readonly epoch: number;
  readonly publicKey: Uint8Array;
  /** Announced, and not used yet. */
  readonly nextKey?: Uint8Array;
  /** Stays when the device is revoked: what it has signed can be checked for good. */
  readonly signingKey?: Uint8Array;
  /** Sealed by the key store. Absent once revoked. */
  readonly sealedPsk?: Uint8Array;
  /** The highest message version that was spoken with it. */
  readonly version: number;
  readonly canPush: boolean;
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
  readonly limits?: DeviceLimits;
  readonly version?: number;
  readonly canPush?: boolean;
  /** Where it has not shown yet that it keeps its keys. */
  readonly confirmBy?: number;
}

/** One use of a device's keys. */
export interface KeyUse {
  readonly id: DeviceId;
  readonly key: Uint8Array;
  /** Of the row that the handshake was made with. */
  readonly epoch: number;
  readonly version: number;
}

/** The paired devices. Every change is on disk when it resolves. */
export interface DeviceStore {
  /** @throws RuntimeError `deviceExists`: an id is never used again, not even after it was revoked */
  pair(device: NewDevice): Promise<DeviceRecord>;
  get(id: DeviceId): Promise<DeviceRecord | undefined>;
  /** By the key in use or the one announced, revoked or not. */
  byKey(publicKey: Uint8Array): Promise<DeviceRecord | undefined>;
  /** It has shown its keys. */
  confirm(id: DeviceId): Promise<void>;
  /** Removes one that has not, and no other. */
  removeUnconfirmed(id: DeviceId): Promise<void>;
  /**
   * One transaction: `false` where it is gone, revoked or of another epoch; else it is confirmed, its version is raised, and the
   * key that it announced is its key if that is the one it used.
   */
  use(use: KeyUse): Promise<boolean>;
  /** Keeps a key that it has announced. */
  announce(id: DeviceId, nextKey: Uint8Array): Promise<void>;
  /** Oldest first. */
  list(filter?: { readonly includeRevoked?: boolean }): Promise<readonly DeviceRecord[]>;
  /** Holds from the next intent on. @throws RuntimeError `unknownDevice`, also for a revoked one */
  setScopes(id: DeviceId, scopes: readonly DeviceScope[]): Promise<DeviceRecord>;
  /** Holds from the next intent on. @throws RuntimeError `unknownDevice`, also for a revoked one */
  setLimits(id: DeviceId, limits: DeviceLimits): Promise<DeviceRecord>;
  /** @throws RuntimeError `unknownDevice`, also for a revoked one */
  rename(id: DeviceId, label: string): Promise<DeviceRecord>;
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
    ...keysOf(database, get),
    async pair(device) {
      const { id, label, platform, publicKey, signingKey, sealedPsk, scopes = ["view"] } = device;
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
          limits: device.limits === undefined ? null : JSON.stringify(device.limits),
          version: device.version ?? 0,
          can_push: device.canPush === true ? 1 : 0,
          confirm_by: device.confirmBy ?? null,
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
    ...changesOf(database, clock, known),
  };
}

type ChangeStore = Pick<DeviceStore, "setScopes" | "setLimits" | "rename" | "seen" | "revoke">;

/** What its owner does with a device. */
function changesOf(
  database: RuntimeDatabase,
  clock: Clock,
  known: (id: DeviceId) => Promise<DeviceRecord>,
): ChangeStore {
  /** `renews`: connections that were made before know it as another one. */
  const change = async (
    id: DeviceId,
    columns: Updateable<Schema["device"]>,
    { renews }: { readonly renews: boolean },
  ) => {
    await database
      .updateTable("device")
      .set((column) => ({ ...columns, ...(renews && { epoch: column("epoch", "+", 1) }) }))
      .where("id", "=", id)
      .where("state", "=", "active")
      .execute();
    return known(id);
  };
  return {
    setScopes: (id, scopes) => change(id, scopeColumns(scopes), { renews: true }),
    setLimits: (id, limits) => change(id, { limits: JSON.stringify(limits) }, { renews: true }),
    rename: (id, label) => change(id, { label }, { renews: false }),
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
            next_key: null,
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

type KeyStore = Pick<DeviceStore, "byKey" | "confirm" | "removeUnconfirmed" | "use" | "announce">;

/** What the secure channel does with a device's row. */
function keysOf(database: RuntimeDatabase, get: DeviceStore["get"]): KeyStore {
  return {
    async byKey(publicKey) {
      const row = await database
        .selectFrom("device")
        .selectAll()
        .where((either) =>
          either.or([either("public_key", "=", publicKey), either("next_key", "=", publicKey)]),
        )
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async confirm(id) {
      await database.updateTable("device").set({ confirm_by: null }).where("id", "=", id).execute();
    },
    async removeUnconfirmed(id) {
      await database.deleteFrom("device").where("id", "=", id).where("confirm_by", "is not", null).execute();
    },
    async use({ id, key, epoch, version }) {
      const next = (await get(id))?.nextKey;
      const isNext = next !== undefined && Buffer.from(next).equals(key);
      const { numUpdatedRows } = await database
        .updateTable("device")
        .set((column) => ({
          confirm_by: null,
          version: column.fn<number>("max", [column.ref("version"), column.val(version)]),
          ...(isNext && { public_key: key, next_key: null }),
        }))
        .where("id", "=", id)
        .where("state", "=", "active")
        .where("epoch", "=", epoch)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async announce(id, nextKey) {
      await database
        .updateTable("device")
        .set({ next_key: nextKey })
        .where("id", "=", id)
        .where("state", "=", "active")
        .execute();
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
    ...(row.confirm_by !== null && row.state === "active" && { confirmBy: row.confirm_by }),
    scopes: scopesOf(row),
    limits: row.limits === null ? {} : (JSON.parse(row.limits) as DeviceLimits),
    epoch: row.epoch,
    publicKey: row.public_key,
    ...(row.next_key !== null && { nextKey: row.next_key }),
    version: row.version,
    canPush: row.can_push === 1,
    ...(row.signing_key !== null && { signingKey: row.signing_key }),
    ...(row.sealed_psk !== null && { sealedPsk: row.sealed_psk }),
    pairedAt: row.paired_at,
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}

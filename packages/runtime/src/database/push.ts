import type { Clock, DeviceId } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { RuntimeDatabase } from "./open.ts";

/** Where and how a device is woken: a Web Push subscription. */
export interface PushSubscription {
  readonly endpoint: string;
  /** As the browser gave them, base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The push subscriptions of paired devices, one each. */
export interface PushStore {
  /** In place of an earlier one. @throws RuntimeError `unknownDevice`, also for a revoked one */
  subscribe(deviceId: DeviceId, subscription: PushSubscription): Promise<void>;
  list(): Promise<readonly (PushSubscription & { readonly deviceId: DeviceId })[]>;
  /** Of a device; or of whatever device it was, where the push service says that an endpoint is gone. */
  remove(where: { readonly deviceId: DeviceId } | { readonly endpoint: string }): Promise<void>;
}

export function pushStore(database: RuntimeDatabase, clock: Clock): PushStore {
  return {
    async subscribe(deviceId, { endpoint, keys }) {
      const row = { endpoint, keys: JSON.stringify(keys), created_at: clock.now() };
      await database.transaction().execute(async (transaction) => {
        const device = await transaction
          .selectFrom("device")
          .select("state")
          .where("id", "=", deviceId)
          .executeTakeFirst();
        if (device?.state !== "active")
          throw new RuntimeError("unknownDevice", `no paired device ${deviceId}`);
        await transaction
          .insertInto("push")
          .values({ device_id: deviceId, ...row })
          .onConflict((conflict) => conflict.column("device_id").doUpdateSet(row))
          .execute();
      });
    },
    async list() {
      const rows = await database.selectFrom("push").selectAll().orderBy("device_id").execute();
      return rows.map((row) => ({
        deviceId: row.device_id,
        endpoint: row.endpoint,
        keys: JSON.parse(row.keys) as PushSubscription["keys"],
      }));
    },
    async remove(where) {
      const all = database.deleteFrom("push");
      await ("deviceId" in where
        ? all.where("device_id", "=", where.deviceId)
        : all.where("endpoint", "=", where.endpoint)
      ).execute();
    },
  };
}

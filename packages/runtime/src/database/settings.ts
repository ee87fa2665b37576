import type { Clock } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { RuntimeDatabase } from "./open.ts";

/** A setting: its key, what its values look like, and what holds where none is stored. A zod schema fits as `schema`. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: {
    safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
  };
  readonly fallback: T;
}

/** What is set for this data directory. Values are looked at whenever they come in or out. */
export interface SettingStore {
  /** The fallback where nothing is stored, or nothing of that shape: an older version's value, say. */
  get<T>(setting: Setting<T>): Promise<T>;
  /** @throws RuntimeError `badSetting` */
  set<T>(setting: Setting<T>, value: T): Promise<void>;
  /** Back to the fallback. */
  unset(setting: Pick<Setting<unknown>, "key">): Promise<void>;
}

export function settingStore(database: RuntimeDatabase, clock: Clock): SettingStore {
  return {
    async get({ key, schema, fallback }) {
      const row = await database
        .selectFrom("setting")
        .select("value")
        .where("key", "=", key)
        .executeTakeFirst();
      const parsed = row && schema.safeParse(parseJson(row.value));
      return parsed?.success ? parsed.data : fallback;
    },
    async set({ key, schema }, value) {
      const parsed = schema.safeParse(value);
      const text = parsed.success ? JSON.stringify(parsed.data) : undefined;
      if (text === undefined) throw new RuntimeError("badSetting", `that is no value for ${key}`);
      const stored = { value: text, updated_at: clock.now() };
      await database
        .insertInto("setting")
        .values({ key, ...stored })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(stored))
        .execute();
    },
    async unset({ key }) {
      await database.deleteFrom("setting").where("key", "=", key).execute();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever wrote it by hand finds the fallback in force.
    return undefined;
  }
}

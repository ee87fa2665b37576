import { join } from "node:path";
import Database from "better-sqlite3";

/** What a database says of its sessions, as rows. */
export interface Snapshot {
  readonly session: readonly Row[];
  readonly approval: readonly Row[];
  readonly usage: readonly Row[];
}

type Row = Readonly<Record<string, unknown>>;

const order = { session: "id", approval: "id", usage: "session_id, turn_id, model, quarter" } as const;

/** Reads the projection with a connection of its own; checks the file on the way. */
export function snapshot(dataDir: string): Snapshot {
  const sqlite = new Database(join(dataDir, "nucleic.db"), { readonly: true });
  try {
    const found = sqlite.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw new Error(`the database is damaged: ${found}`);
    const rows = (table: keyof typeof order) =>
      sqlite.prepare(`SELECT * FROM ${table} ORDER BY ${order[table]}`).all() as Row[];
    return { session: rows("session"), approval: rows("approval"), usage: rows("usage") };
  } finally {
    sqlite.close();
  }
}

/** The first rows in which two differ, in words; nothing where none does. */
export function difference(before: Snapshot, after: Snapshot): readonly string[] {
  const tables = Object.keys(order) as (keyof Snapshot)[];
  return tables.flatMap((table) => {
    const [one, other] = [before[table], after[table]].map((rows) => rows.map((row) => JSON.stringify(row)));
    const lost = one?.filter((row) => !other?.includes(row)) ?? [];
    const made = other?.filter((row) => !one?.includes(row)) ?? [];
    if (lost.length + made.length === 0) return [];
    return [`${table}: ${lost.slice(0, 2).join(" ")} became ${made.slice(0, 2).join(" ")}`];
  });
}

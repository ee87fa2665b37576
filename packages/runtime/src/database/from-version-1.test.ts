import { copyFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import { RuleTable } from "../rules/rule-table.ts";
import { openConnection } from "./open.ts";

/** Written by the first release's own code, a row in each table. */
const fixture = fileURLToPath(new URL("../../test/fixtures/schema-1.db", import.meta.url));

it("a database of version 1 is taken over whole, and kept beside as it was", async () => {
  const path = join(await temporaryDirectory(), "nucleic.db");
  await copyFile(fixture, path);
  const before = new Database(fixture, { readonly: true });
  onTestFinished(() => void before.close());
  const tables = (
    before.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  ).map(({ name }) => name);
  const { sqlite, database } = openConnection(path, testClock(7));
  onTestFinished(() => database.destroy());

  for (const table of tables) {
    const was = before.prepare(`SELECT * FROM "${table}"`).all() as object[];
    const is = sqlite.prepare(`SELECT * FROM "${table}"`).all();
    expect([table, is]).toEqual([table, was.map((row) => expect.objectContaining(row))]);
    expect([table, was.length > 0 || table === "session_owner"]).toEqual([table, true]);
  }
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(
    await database.selectFrom("device").select(["state", "epoch", "may_approve", "may_control"]).execute(),
  ).toEqual([{ state: "active", epoch: 1, may_approve: 1, may_control: 0 }]);
  // It did not say what exactly it covers: it covers nothing.
  expect(await new RuleTable({ sqlite, database }).list({})).toEqual([]);

  const [backup = ""] = await readdir(join(dirname(path), "backups"));
  expect(backup).toBe("nucleic-schema-1-7.db");
  const kept = new Database(join(dirname(path), "backups", backup), { readonly: true });
  onTestFinished(() => void kept.close());
  expect(kept.pragma("user_version", { simple: true })).toBe(1);
  expect(kept.prepare("SELECT * FROM session").all()).toEqual(before.prepare("SELECT * FROM session").all());
});

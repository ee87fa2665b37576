import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createIds, type SessionId, systemClock } from "@nucleic/protocol";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openConnection, openDatabase, type RuntimeDatabase } from "./open.ts";
import { OwnerTable } from "./owners.ts";
import { projectStore } from "./projects.ts";
import { SessionTable } from "./sessions.ts";
import { trustStore } from "./trust.ts";

const clock = testClock();
const ids = createIds(clock);

async function databasePath(): Promise<string> {
  return join(await temporaryDirectory(), "nucleic.db");
}

function open(path: string): RuntimeDatabase {
  const database = openDatabase(path, systemClock);
  onTestFinished(() => database.destroy());
  return database;
}

/** A database on a disk that confirms nothing by itself. */
async function withSlowDisk() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const sync = () => {
    const asked = Promise.withResolvers<void>();
    syncs.push(asked);
    return asked.promise;
  };
  const { database } = openConnection(await databasePath(), systemClock, sync);
  onTestFinished(async () => {
    for (const { resolve } of syncs) resolve();
    await database.destroy();
  });
  return { database, syncs };
}

const settings = (database: Pick<RuntimeDatabase, "insertInto">, key: string) =>
  database.insertInto("setting").values({ key, value: "1", updated_at: 1 }).execute();

const owner = { pid: 1, start_time: "t", boot_id: "b", since: 1 };

async function withSession(database: RuntimeDatabase, id: string): Promise<SessionId> {
  const project = await projectStore(database, clock, ids).ensure({
    rootPath: "/repo",
    name: "repo",
    defaultBranch: "main",
  });
  await new SessionTable(database).insert(
    {
      id: id as SessionId,
      project_id: project.id,
      backend: "b",
      title: id,
      status: "running",
      transcript_path: "t",
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    owner,
  );
  return id as SessionId;
}

describe("the database", () => {
  it("is safe by its settings, and this user's alone", async () => {
    const path = await databasePath();
    const database = open(path);
    const pragma = async (name: string) =>
      Object.values(
        (await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(database)).rows[0] ?? {},
      )[0];
    expect({
      journal: await pragma("journal_mode"),
      synchronous: await pragma("synchronous"),
      foreignKeys: await pragma("foreign_keys"),
      trustedSchema: await pragma("trusted_schema"),
      limit: await pragma("journal_size_limit"),
      version: await pragma("user_version"),
    }).toEqual({
      journal: "wal",
      // And each commit is waited for: see below.
      synchronous: 1,
      foreignKeys: 1,
      trustedSchema: 0,
      limit: 67_108_864,
      version: migrations.length,
    });
    for (const file of ["", "-wal", "-shm"]) expect((await stat(path + file)).mode & 0o777, file).toBe(0o600);
  });

  it("takes a commit to disk before anybody hears of it; those that come meanwhile share the next sync", async () => {
    const { database, syncs } = await withSlowDisk();
    const [first, second, third] = ["a", "b", "c"].map((key) => settings(database, key));
    const heard: string[] = [];
    for (const [name, done] of Object.entries({ first, second, third }))
      void done?.then(() => heard.push(name));
    const read = database.selectFrom("setting").select("key").execute();
    void read.then((rows) => heard.push(`read ${rows.length}`));
    await expect.poll(() => syncs.length).toBe(1);
    expect(heard).toEqual([]);
    syncs[0]?.resolve();
    await first;
    await expect.poll(() => syncs.length).toBe(2);
    expect(heard).toEqual(["first"]);
    syncs[1]?.resolve();
    await read;
    expect(heard).toEqual(["first", "second", "third", "read 3"]);
    expect(syncs).toHaveLength(2);
  });

  it("does not wait for what is noted without that, nor after a transaction that only read", async () => {
    const { database, syncs } = await withSlowDisk();
    await new SessionTable(database).note("none" as SessionId, { last_seq: 1 });
    await database.transaction().execute((inside) => inside.selectFrom("setting").selectAll().execute());
    expect(syncs).toHaveLength(0);
  });

  it("counts a transaction from its commit: a sync that runs while it is open does not take it", async () => {
    const { database, syncs } = await withSlowDisk();
    const before = settings(database, "before");
    const rest = Promise.withResolvers<void>();
    const transaction = database.transaction().execute(async (inside) => {
      await settings(inside, "inside");
      await rest.promise;
    });
    await expect.poll(() => syncs.length).toBe(1);
    syncs[0]?.resolve();
    await before;
    rest.resolve();
    await expect.poll(() => syncs.length).toBe(2);
    syncs[1]?.resolve();
    await transaction;
  });

  it("takes nothing more once the disk has failed to confirm a commit, and can still be read", async () => {
    const { database, syncs } = await withSlowDisk();
    const failed = settings(database, "a");
    await expect.poll(() => syncs.length).toBe(1);
    syncs[0]?.reject(new Error("EIO"));
    await expect(failed).rejects.toMatchObject({ code: "syncFailed" });
    await expect(settings(database, "b")).rejects.toMatchObject({ code: "syncFailed" });
    expect(syncs).toHaveLength(1);
  });

  it("refuses what a newer version wrote, and what is not ours", async () => {
    const path = await databasePath();
    const newer = new Database(path);
    migrate(newer, migrations, () => path);
    newer.pragma(`user_version = ${migrations.length + 1}`);
    newer.close();
    expect(() => openDatabase(path, clock)).toThrow(expect.objectContaining({ code: "schemaTooNew" }));

    const foreign = await databasePath();
    const other = new Database(foreign);
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expect(() => openDatabase(foreign, clock)).toThrow(
      expect.objectContaining({ code: "databaseUnsuitable" }),
    );

    const text = await databasePath();
    await writeFile(text, "not a database, but long enough to be looked at".repeat(40));
    expect(() => openDatabase(text, clock)).toThrow(expect.objectContaining({ code: "databaseUnsuitable" }));
  });

  it("migrates whole or not at all, after a backup", async () => {
    const path = await databasePath();
    const backup = `${path}.backup`;
    const sqlite = new Database(path);
    onTestFinished(() => void sqlite.close());
    migrate(sqlite, migrations, () => backup);
    sqlite.prepare("INSERT INTO setting VALUES ('k', 'v', 1)").run();
    const broken = [...migrations, ["CREATE TABLE extra (a)", "CREATE TABLE project (a)"]];
    expect(() => migrate(sqlite, broken, () => backup)).toThrow(/already exists/);
    expect(sqlite.pragma("user_version", { simple: true })).toBe(migrations.length);
    expect(sqlite.prepare("SELECT * FROM sqlite_schema WHERE name = 'extra'").all()).toEqual([]);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    const copy = new Database(backup, { readonly: true });
    expect(copy.prepare("SELECT value FROM setting").get()).toEqual({ value: "v" });
    copy.close();

    migrate(
      sqlite,
      [...migrations, ["CREATE TABLE extra (a) STRICT".replace("(a)", "(a TEXT)")]],
      () => backup,
    );
    expect(sqlite.pragma("user_version", { simple: true })).toBe(migrations.length + 1);
    expect((await readdir(join(path, ".."))).filter((name) => name.includes(".tmp"))).toEqual([]);
  });

  it("is checked after a crash, and not opened where it is damaged", async () => {
    const path = await databasePath();
    const database = open(path);
    const values = Array.from({ length: 500 }, (_, i) => ({
      key: `k${i}`,
      value: "v".repeat(200),
      updated_at: 1,
    }));
    await database.insertInto("setting").values(values).execute();
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    await database.insertInto("setting").values({ key: "last", value: "v", updated_at: 1 }).execute();
    // As a kill leaves it: the log is there, and nobody has it open.
    const [crashed, damaged] = [await databasePath(), await databasePath()];
    for (const side of ["", "-wal"])
      for (const copy of [crashed, damaged]) await copyFile(path + side, copy + side);
    expect(
      await open(crashed).selectFrom("setting").select("key").where("key", "=", "last").execute(),
    ).toEqual([{ key: "last" }]);
    const bytes = await readFile(damaged);
    const tables = new Database(path, { readonly: true });
    const { page } = tables
      .prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'setting'")
      .get() as {
      page: number;
    };
    tables.close();
    bytes.fill(0xff, (page - 1) * 4_096, page * 4_096);
    await writeFile(damaged, bytes);
    expect(() => openDatabase(damaged, clock)).toThrow(
      expect.objectContaining({ code: "databaseDamaged", hint: expect.stringContaining("backups/") }),
    );
  });

  it("runs one transaction at a time, each from its first statement on, and undoes a failed one", async () => {
    const path = await databasePath();
    const [one, two] = [open(path), open(path)];
    await one.insertInto("setting").values({ key: "n", value: "0", updated_at: 0 }).execute();
    const increment = (database: RuntimeDatabase) =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom("setting").select("value").executeTakeFirstOrThrow();
        await Promise.resolve();
        await transaction
          .updateTable("setting")
          .set({ value: `${Number(row.value) + 1}` })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, (_, i) => increment(i % 2 === 0 ? one : two)));
    await increment(two);
    const failing = one.transaction().execute(async (transaction) => {
      await transaction.updateTable("setting").set({ value: "lost" }).execute();
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await two.selectFrom("setting").select("value").executeTakeFirst()).toEqual({ value: "21" });
  });
});

describe("sessions", () => {
  it("are found by the beginning or the end of their id", async () => {
    const database = open(await databasePath());
    const sessions = new SessionTable(database);
    for (const id of ["019a-one-aa", "019a-two-ab", "019b-one-aa"]) await withSession(database, id);
    const found = async (part: string) =>
      (await sessions.matching(part, 5)).map((session) => session.id).sort();
    expect(await found("019a")).toEqual(["019a-one-aa", "019a-two-ab"]);
    expect(await found("two-ab")).toEqual(["019a-two-ab"]);
    expect(await found("019b-one-aa")).toEqual(["019b-one-aa"]);
    for (const part of ["%", "_", "x' OR 1=1", "\\", ""]) expect(await found(part)).toEqual([]);
  });

  it("have one owner, and a dead one is followed by exactly one", async () => {
    const path = await databasePath();
    const dead = { pid: owner.pid, startTime: owner.start_time, bootId: owner.boot_id };
    const contender = (pid: number) =>
      new OwnerTable({
        database: open(path),
        clock,
        self: { pid, startTime: "s", bootId: "b" },
        isAlive: async (identity) => identity.pid !== dead.pid,
      });
    const contenders = [10, 11, 12].map(contender);
    const id = await withSession(open(path), "s-1");
    const results = await Promise.all(contenders.map((table) => table.take(id)));
    const winners = results.filter((living) => living === undefined);
    expect(winners).toHaveLength(1);
    const winner = contenders[results.indexOf(undefined)];
    const holder = await contenders[0]?.owner(id);
    expect(results.filter((living) => living !== undefined)).toEqual([holder, holder]);
    for (const table of contenders) if (table !== winner) await table.release(id);
    expect(await contenders[0]?.owner(id)).toEqual(holder);
    await winner?.release(id);
    expect(await contenders[0]?.owner(id)).toBeUndefined();
  });
});

describe("projects and trust", () => {
  it("registers a root once, and changes what it is told to", async () => {
    const projects = projectStore(open(await databasePath()), clock, ids);
    const repo = { rootPath: "/repo", name: "repo", defaultBranch: "main" };
    const [one, two] = await Promise.all([
      projects.ensure(repo),
      projects.ensure({ ...repo, name: "other" }),
    ]);
    expect(two).toEqual(one);
    const changed = await projects.update(one.id, { setupScript: "make", setupPolicy: "warn" });
    expect(changed).toMatchObject({ name: "repo", setupScript: "make", setupPolicy: "warn" });
    expect(await projects.update(one.id, { setupScript: null })).not.toHaveProperty("setupScript");
    expect(await projects.byRoot("/repo")).toMatchObject({ id: one.id });
    await expect(projects.update(ids.project(), {})).rejects.toMatchObject({ code: "unknownProject" });
  });

  it("forgets a project and its trust, but not one that has sessions", async () => {
    const database = open(await databasePath());
    const projects = projectStore(database, clock, ids);
    const trust = trustStore(database, clock);
    const { id } = await projects.ensure({ rootPath: "/repo", name: "repo", defaultBranch: "main" });
    await trust.trust(id, "claude", "hash");
    await projects.remove(id);
    expect(await projects.get(id)).toBeUndefined();
    expect(await trust.list()).toEqual([]);
    await withSession(database, "s1");
    const used = await projects.ensure({ rootPath: "/repo", name: "repo", defaultBranch: "main" });
    await expect(projects.remove(used.id)).rejects.toMatchObject({ code: "projectInUse" });
  });

  it("trusts exactly what was seen, for that backend alone", async () => {
    const database = open(await databasePath());
    const { id } = await projectStore(database, clock, ids).ensure({
      rootPath: "/repo",
      name: "repo",
      defaultBranch: "main",
    });
    const trust = trustStore(database, clock);
    await trust.trust(id, "claude", "hash-1");
    expect(await trust.isTrusted(id, "claude", "hash-1")).toBe(true);
    expect(await trust.isTrusted(id, "codex", "hash-1")).toBe(false);
    expect(await trust.isTrusted(id, "claude", "hash-2")).toBe(false);
    await trust.trust(id, "claude", "hash-2");
    expect(await trust.isTrusted(id, "claude", "hash-1")).toBe(false);
    expect(await trust.list()).toHaveLength(1);
    await trust.revoke(id);
    expect(await trust.list(id)).toEqual([]);
  });
});

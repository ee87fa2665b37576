import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRuntime } from "@nucleic/runtime";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { live, spawnProgram } from "./child.ts";
import { faultEnvironment, type SystemFault } from "./shim.ts";
import { type Snapshot, snapshot } from "./snapshot.ts";
import { Testimony } from "./testimony.ts";

const fixture = fileURLToPath(new URL("../../packages/runtime/test/fixtures/schema-1.db", import.meta.url));

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-upkeep-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Kills the program at that step; whether it came so far. */
async function killed(what: string, dataDir: string, at: Omit<SystemFault, "lasts">): Promise<boolean> {
  await using child = spawnProgram(
    "maintain.ts",
    [what, dataDir],
    await faultEnvironment({ ...at, lasts: false }),
  );
  for await (const frame of child.lines) expect(frame).toBe("no output");
  const { code, stderrTail } = await child.exited;
  if (code !== 0 && code !== 99) throw new Error(`${what} ended with ${code}: ${stderrTail}`);
  return code === 99;
}

type Rows = Readonly<Record<string, readonly object[]>>;

/** Every row of a database that SQLite calls whole, after it has ended what was cut off: in a copy, nothing is changed. */
function rowsOf(path: string): { readonly version: number; readonly rows: Rows } {
  const folder = mkdtempSync(join(tmpdir(), "nucleic-rows-"));
  const copy = join(folder, "copy.db");
  for (const suffix of ["", "-wal", "-journal"])
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  const sqlite = new Database(copy);
  try {
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    const tables = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[];
    const rows = tables.map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}"`).all() as object[]]);
    const version = Number(sqlite.pragma("user_version", { simple: true }));
    return { version, rows: Object.fromEntries(rows) as Rows };
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true });
  }
}

async function backupsIn(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, "backups")).catch(() => []);
  return names.filter((name) => name.startsWith("nucleic-")).map((name) => join(dataDir, "backups", name));
}

const steps: readonly Omit<SystemFault, "lasts">[] = [
  ...[1, 4, 17].map((n) => ({ path: "nucleic.db", op: "write" as const, n, what: "tear" as const })),
  ...[2, 5].map((n) => ({ path: "nucleic.db", op: "sync" as const, n, what: "kill" as const })),
  ...[1, 9].map((n) => ({ path: "/backups/", op: "write" as const, n, what: "tear" as const })),
  ...[1, 2].map((n) => ({ path: "/backups", op: "sync" as const, n, what: "kill" as const })),
];

it("a migration that is cut off leaves the old schema or the new, and no half copy", async () => {
  const was = rowsOf(fixture);
  let cutOff = 0;
  for (const step of steps) {
    const dataDir = await temporaryDirectory();
    await cp(fixture, join(dataDir, "nucleic.db"));
    if (await killed("migrate", dataDir, step)) cutOff++;
    for (const backup of await backupsIn(dataDir)) expect(rowsOf(backup)).toEqual(was);
    const is = rowsOf(join(dataDir, "nucleic.db"));
    if (is.version === was.version) expect(is).toEqual(was);
    await openRuntime({ dataDir, backends: [] }).then((runtime) => runtime.close());
    const then = rowsOf(join(dataDir, "nucleic.db"));
    expect(then.version).toBeGreaterThan(was.version);
    for (const table of ["project", "always_rule", "device", "setting"])
      expect(then.rows[table]).toEqual(was.rows[table]?.map((row) => expect.objectContaining(row)));
  }
  expect(cutOff).toBeGreaterThan(steps.length / 2);
}, 180_000);

/** A data directory that a process has worked in. */
async function lived(): Promise<string> {
  const dataDir = join(await temporaryDirectory(), "data");
  expect(await live({ dataDir, seed: 3, life: 0, env: {}, moment: undefined }, new Testimony())).toBe(
    "exit 0",
  );
  // On a slow machine it has made its own.
  await rm(join(dataDir, "backups"), { recursive: true, force: true });
  return dataDir;
}

it("a daily copy that is cut off is not there, and the next one is whole", async () => {
  const origin = await lived();
  let cutOff = 0;
  for (const step of steps.filter(({ path }) => path.startsWith("/backups"))) {
    const dataDir = join(await temporaryDirectory(), "data");
    await cp(origin, dataDir, { recursive: true });
    const was = rowsOf(join(dataDir, "nucleic.db"));
    if (await killed("backup", dataDir, step)) cutOff++;
    await killed("backup", dataDir, { ...step, n: 100_000 });
    const backups = await backupsIn(dataDir);
    expect(backups).toHaveLength(1);
    for (const backup of backups) expect(rowsOf(backup)).toEqual(was);
  }
  expect(cutOff).toBeGreaterThan(2);
}, 180_000);

it("a rebuild that is cut off leaves each session as it was or as it should be", async () => {
  const origin = await lived();
  const good = snapshot(origin);
  const spoil = new Database(join(origin, "nucleic.db"));
  spoil.exec("UPDATE session SET last_seq = 0; DELETE FROM approval; DELETE FROM usage");
  spoil.close();
  const bad = snapshot(origin);
  let cutOff = 0;
  for (const n of [1, 3, 6, 10, 15]) {
    const dataDir = join(await temporaryDirectory(), "data");
    await cp(origin, dataDir, { recursive: true });
    if (await killed("rebuild", dataDir, { path: "nucleic.db-wal", op: "write", n, what: "tear" })) cutOff++;
    const left = snapshot(dataDir);
    for (const { id } of good.session) expect([of(good, id), of(bad, id)]).toContainEqual(of(left, id));
    expect(
      await killed("rebuild", dataDir, { path: "nucleic.db", op: "write", n: 100_000, what: "tear" }),
    ).toBe(false);
    expect(snapshot(dataDir)).toEqual(good);
  }
  expect(cutOff).toBeGreaterThan(2);
}, 180_000);

/** What a database says of one session. */
function of({ session, approval, usage }: Snapshot, id: unknown): Snapshot {
  const ours = <T extends { session_id?: unknown }>(rows: readonly T[]) =>
    rows.filter((row) => row.session_id === id);
  return { session: session.filter((row) => row.id === id), approval: ours(approval), usage: ours(usage) };
}

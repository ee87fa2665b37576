import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SessionId, systemClock } from "@nucleic/protocol";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import { openDatabase } from "../database/open.ts";
import { backUpIfDue } from "../maintenance/daily-backup.ts";
import { HeavyWorker } from "./heavy-worker.ts";

async function started() {
  const dir = await temporaryDirectory();
  const databasePath = join(dir, "nucleic.db");
  const database = openDatabase(databasePath, systemClock);
  onTestFinished(() => database.destroy());
  const worker = new HeavyWorker({ databasePath, indexPath: join(dir, "search.db") }, systemClock);
  onTestFinished(() => worker.close());
  return { dir, database, worker };
}

describe("the worker", () => {
  it("backs up what is committed, beside the connection that writes", async () => {
    const { dir, database, worker } = await started();
    await database.insertInto("setting").values({ key: "k", value: "1", updated_at: 1 }).execute();
    const path = join(dir, "backups", "copy.db");
    await worker.call("backup", { path });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const copy = new Database(path, { readonly: true });
    onTestFinished(() => void copy.close());
    expect(copy.prepare("SELECT value FROM setting").all()).toEqual([{ value: "1" }]);
    expect(copy.pragma("quick_check", { simple: true })).toBe("ok");
    expect(await readdir(join(dir, "backups"))).toEqual(["copy.db"]);
  });

  it("says what went wrong, and goes on", async () => {
    const { dir, worker } = await started();
    await writeFile(join(dir, "file"), "");
    const failing = worker.call("backup", { path: join(dir, "file", "copy.db") });
    await expect(failing).rejects.toMatchObject({
      code: "workerFailed",
      cause: { code: expect.any(String) },
    });
    await worker.call("forget", { sessionId: "s" as SessionId });
  });

  it("rejects at an abort, and closes in order with work under way", async () => {
    const { dir, worker } = await started();
    const stop = new AbortController();
    const call = worker.call("readFacts", { transcriptPath: join(dir, "none") }, stop.signal);
    stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    const last = worker.call("clearIndex", {}).catch((error: unknown) => error);
    await worker.close();
    await worker.close();
    expect([undefined, "runtimeClosed"]).toContain(((await last) as { code?: string } | undefined)?.code);
    await expect(worker.call("clearIndex", {})).rejects.toMatchObject({ code: "runtimeClosed" });
    // Let go of: a last close of the file takes its log away.
    expect((await readdir(dir)).filter((name) => name.startsWith("search.db-"))).toEqual([]);
  });
});

describe("the daily backup", () => {
  it("is made once a day, whatever a wrong clock left, and the last seven are kept", async () => {
    const directory = join(await temporaryDirectory(), "backups");
    const clock = testClock(1_000);
    const made: string[] = [];
    const options = {
      directory,
      clock,
      backup: async (path: string) => {
        await mkdir(directory, { recursive: true });
        await writeFile(path, "");
        made.push(path);
      },
      onProblem: () => undefined,
    };
    const { signal } = new AbortController();
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, "nucleic-daily-99999999999999.db"), "");
    for (let i = 0; i < 7; i++) await writeFile(join(directory, `nucleic-schema-1-${i}.db`), "");
    for (let hour = 0; hour < 24 * 10; hour++) {
      await backUpIfDue(options, signal);
      clock.advance(3_600_000);
    }
    expect(made).toHaveLength(10);
    const left = (await readdir(directory)).sort();
    expect(left.filter((name) => name.startsWith("nucleic-daily"))).toHaveLength(7);
    expect(left).toContain(made.at(-1)?.split("/").at(-1));
    expect(left.filter((name) => name.startsWith("nucleic-schema"))).toEqual(
      [2, 3, 4, 5, 6].map((i) => `nucleic-schema-1-${i}.db`),
    );
  });
});

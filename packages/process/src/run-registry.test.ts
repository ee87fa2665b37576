import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { node, program } from "../test/program.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { localProcessHost } from "./local-process-host.ts";
import { processIdentity } from "./process-identity.ts";
import { findRun, killRun } from "./run-marker.ts";
import { RunRegistry } from "./run-registry.ts";
import type { ProcessHandle } from "./types.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "registry-"));
});
afterEach(() => rm(directory, { recursive: true }));

const files = async () => (await readdir(directory)).sort();

/** Another host process, in which a run with an orphan is alive when this resolves. */
async function startOwner(runId: string, then: "hang" | "exit"): Promise<ProcessHandle> {
  const owner = localProcessHost().spawn({
    command: node,
    args: ["--conditions=@nucleic/source", program("owner"), directory, runId, then],
    cwd: directory,
    env: {},
    runId: randomUUID(),
  });
  // For a test that fails halfway.
  onTestFinished(async () => {
    await owner.stop("SIGKILL");
    await killRun(runId, { graceMs: 0 });
  });
  for await (const frame of owner.lines)
    if (frame.kind === "line" && decodeUtf8(frame.bytes) === "ready") return owner;
  throw new Error(`the owner did not get ready: ${(await owner.exited).stderrTail}`);
}

describe("a run of another host", () => {
  test("whose owner lives is left alone; killed by SIGKILL, it is reaped to the last process", async () => {
    const runId = randomUUID();
    const owner = await startOwner(runId, "hang");
    const registry = await RunRegistry.open(directory);
    expect(await registry.reap()).toEqual({ reaped: [], surviving: [], damaged: [] });
    expect(await files()).toEqual([`${runId}.json`]);

    // Only the owner itself: what it started has groups and markers of its own.
    process.kill(owner.pid ?? 0, "SIGKILL");
    await gone(owner.pid ?? 0);
    const left = await findRun(runId);
    expect(left).toHaveLength(2);

    const { reaped, surviving, damaged } = await registry.reap();
    expect({ surviving, damaged }).toEqual({ surviving: [], damaged: [] });
    expect(reaped).toMatchObject([{ runId, meta: { command: node } }]);
    expect(reaped[0]?.killed.toSorted(byPid)).toEqual(left.toSorted(byPid));
    expect(await findRun(runId)).toEqual([]);
    expect(await files()).toEqual([]);
    await owner.exited;
  });

  test("that exits in the middle of it dies with it, orphan included", async () => {
    const runId = randomUUID();
    const owner = await startOwner(runId, "exit");
    expect(await owner.exited).toMatchObject({ cause: "exited", code: 7 });
    await Promise.all((await findRun(runId)).map(({ pid }) => gone(pid)));
    expect(await findRun(runId)).toEqual([]);
  });
});

describe("a record", () => {
  test("is for this user alone and names its owner", async () => {
    const registry = await RunRegistry.open(directory);
    registry.record("run-1", { session: "s" });
    expect((await stat(join(directory, "run-1.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(join(directory, "run-1.json"), "utf8"))).toEqual({
      runId: "run-1",
      owner: await processIdentity(process.pid),
      meta: { session: "s" },
    });
    expect(await files()).toEqual(["run-1.json"]);
    registry.forget("run-1");
    registry.forget("run-1");
    expect(await files()).toEqual([]);
  });

  test("stands while the run is alive and goes with it", async () => {
    const host = localProcessHost({ registry: await RunRegistry.open(directory) });
    const handle = host.spawn({
      command: node,
      args: [program("hang")],
      cwd: directory,
      env: {},
      runId: "run-1",
    });
    expect(await files()).toEqual(["run-1.json"]);
    await handle.stop("SIGKILL");
    expect(await files()).toEqual([]);
  });

  test("of a program that cannot be started goes, too", async () => {
    const host = localProcessHost({ registry: await RunRegistry.open(directory) });
    await host.spawn({ command: "/nonexistent", cwd: directory, env: {}, runId: "run-1" }).exited;
    expect(await files()).toEqual([]);
  });

  test.each(["", "..", ".hidden", "a/b", "a\0b", "a=b c", "x".repeat(129)])(
    "never gets the name %j",
    async (runId) => {
      const registry = await RunRegistry.open(directory);
      expect(() => registry.record(runId)).toThrow(expect.objectContaining({ code: "invalidRunId" }));
      expect(await files()).toEqual([]);
    },
  );

  test("whose owner's pid was given to another process is a dead one's", async () => {
    const me = await processIdentity(process.pid);
    await write("reused.json", { runId: "reused", owner: { ...me, startTime: "1" }, meta: {} });
    await write("rebooted.json", { runId: "rebooted", owner: { ...me, bootId: "earlier" }, meta: {} });
    await write("mine.json", { runId: "mine", owner: me, meta: {} });
    const { reaped } = await (await RunRegistry.open(directory)).reap();
    expect(reaped.map((run) => run.runId).sort()).toEqual(["rebooted", "reused"]);
    expect(await files()).toEqual(["mine.json"]);
  });

  test.each([
    ["is empty", ""],
    ["is cut off", '{"runId":"bad","owner":{"pid"'],
    ["is no object", "[]"],
    ["names another run", '{"runId":"other","owner":{"pid":1,"startTime":"1","bootId":"1"},"meta":{}}'],
    ["has no owner", '{"runId":"bad","meta":{}}'],
    ["has a damaged owner", '{"runId":"bad","owner":{"pid":"1"},"meta":{}}'],
    ["has no meta", '{"runId":"bad","owner":{"pid":1,"startTime":"1","bootId":"1"}}'],
  ])("that %s is told and kept aside, and the others are reaped", async (_, content) => {
    await writeFile(join(directory, "bad.json"), content);
    await write("good.json", { runId: "good", owner: { pid: 1, startTime: "x", bootId: "x" }, meta: {} });
    const { reaped, damaged } = await (await RunRegistry.open(directory)).reap();
    expect(reaped.map((run) => run.runId)).toEqual(["good"]);
    expect(damaged).toMatchObject([{ path: join(directory, "bad.json.damaged") }]);
    expect(await readFile(join(directory, "bad.json.damaged"), "utf8")).toBe(content);
  });
});

const write = (name: string, record: object) => writeFile(join(directory, name), JSON.stringify(record));
const byPid = (a: { pid: number }, b: { pid: number }) => a.pid - b.pid;

/** Resolves when a process that is no child of ours, or was just killed, is dead. */
async function gone(pid: number): Promise<void> {
  await expect.poll(() => processIdentity(pid)).toBeUndefined();
}

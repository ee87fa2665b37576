import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { node, program } from "../test/program.ts";
import { spawnChild } from "./child.ts";
import { isAlive, processIdentity } from "./process-identity.ts";
import type { TableRow } from "./process-table.ts";
import { hasEntry, parseStat, procTable } from "./process-table-proc.ts";
import { parsePs, psTable } from "./process-table-ps.ts";
import { runCommand } from "./run-command.ts";
import { findRun, killRun, runMembers } from "./run-marker.ts";

/** Starts a program outside any handle, and waits for its first output. */
async function start(env: Record<string, string>, ...args: string[]) {
  const [name = "hang", ...rest] = args;
  const child = spawnChild({
    command: node,
    args: [program(name), ...rest],
    cwd: tmpdir(),
    env,
    stdin: "ignore",
  });
  onTestFinished(() => void child.signalGroup("SIGKILL"));
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return { pid: child.pid ?? 0, ended: child.ended };
}

describe("a run", () => {
  test("is found by its marker, exactly, and killed; others stay", async () => {
    const runId = randomUUID();
    const mine = await start({ NUCLEIC_RUN: runId });
    const other = await start({ NUCLEIC_RUN: `${runId}0`, X_NUCLEIC_RUN: runId });
    expect((await findRun(runId)).map((found) => found.pid)).toEqual([mine.pid]);
    expect(await killRun(runId)).toMatchObject({ killed: [{ pid: mine.pid }], survivors: [] });
    expect(await mine.ended).toEqual({ signal: "SIGTERM" });
    expect(await findRun(runId)).toEqual([]);
    expect(await findRun(`${runId}0`)).toHaveLength(1);
    await killRun(`${runId}0`, { graceMs: 0 });
    expect(await other.ended).toEqual({ signal: "SIGKILL" });
  });

  test("gets SIGKILL where it ignores SIGTERM", async () => {
    const runId = randomUUID();
    const stubborn = await start({ NUCLEIC_RUN: runId }, "hang", "SIGTERM");
    expect(await killRun(runId, { graceMs: 20 })).toMatchObject({
      killed: [{ pid: stubborn.pid }],
      survivors: [],
    });
    expect(await stubborn.ended).toEqual({ signal: "SIGKILL" });
  });

  test("is waited for by a program that has nothing else to do", async () => {
    const runId = randomUUID();
    await start({ NUCLEIC_RUN: runId }, "hang", "SIGTERM");
    const { code, stdout } = await runCommand(
      node,
      ["--conditions=@nucleic/source", "--no-warnings", program("killer"), runId],
      { cwd: tmpdir(), env: {} },
    );
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: "killed 1\n" });
  });

  test("that is over is nothing to kill", async () => {
    expect(await killRun(randomUUID())).toEqual({ killed: [], survivors: [] });
  });

  test("without a usable id is refused, never taken for every run", async () => {
    await expect(findRun("")).rejects.toMatchObject({ code: "invalidRunId" });
    await expect(killRun("a b")).rejects.toMatchObject({ code: "invalidRunId" });
  });
});

describe("who belongs to a run", () => {
  const row = (pid: number, parentPid: number, sessionId: number, marked = false): TableRow => ({
    pid,
    parentPid,
    sessionId,
    startTime: "0",
    marked,
  });
  test.each<[string, TableRow[], number | undefined, number[]]>([
    ["the marked", [row(2, 1, 2, true), row(3, 1, 3)], undefined, [2]],
    ["their children, marker or not", [row(2, 1, 2, true), row(3, 2, 3), row(4, 3, 4)], undefined, [2, 3, 4]],
    ["the dead leader's session", [row(3, 1, 2), row(4, 3, 4)], 2, [3, 4]],
    ["not a session whose number was given away again", [row(2, 1, 2), row(3, 1, 2)], 2, []],
    ["never this process, nor what only it started", [row(9, 1, 9, true), row(3, 9, 3)], undefined, []],
  ])("%s", (_, rows, session, pids) => {
    const members = runMembers(rows, session, 9).map((member) => member.pid);
    expect(members.sort()).toEqual(pids);
  });
});

describe("an identity", () => {
  test("is alive until its process dies", async () => {
    const child = await start({ NUCLEIC_RUN: randomUUID() });
    const identity = await processIdentity(child.pid);
    if (identity === undefined) throw new Error("a live process has an identity");
    expect(await isAlive(identity)).toBe(true);
    expect(await isAlive({ ...identity, startTime: "0" })).toBe(false);
    expect(await isAlive({ ...identity, bootId: "another" })).toBe(false);
    process.kill(child.pid, "SIGKILL");
    await child.ended;
    expect(await isAlive(identity)).toBe(false);
    expect(await processIdentity(child.pid)).toBeUndefined();
  });
});

describe("reading the system's list of processes", () => {
  test("/proc and ps agree on a live process, and on a missing one", async () => {
    const runId = randomUUID();
    const child = await start({ NUCLEIC_RUN: runId, LAST: "x y" });
    const entry = `NUCLEIC_RUN=${runId}`;
    for (const table of [procTable, psTable]) {
      const listed = (await table.list(entry)).filter((row) => row.marked);
      expect(listed).toMatchObject([{ pid: child.pid, parentPid: process.pid, sessionId: child.pid }]);
      // Not the start time: on Linux, ps works it out from a boot time that wavers by a second.
      expect(await table.look(child.pid, entry)).toMatchObject({ pid: child.pid, marked: true });
      expect(await table.look(child.pid, "NUCLEIC_RUN=other")).toMatchObject({ marked: false });
    }
    expect(procTable.listNow?.(entry).filter((row) => row.marked)).toEqual([
      await procTable.look(child.pid, entry),
    ]);
    await killRun(runId, { graceMs: 0 });
    await child.ended;
    for (const table of [procTable, psTable]) expect(await table.look(child.pid)).toBeUndefined();
  });

  const stat = (name: string, state = "S") =>
    `42 (${name}) ${state} 7 40 39 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 11 0 987654 1000 2 3`;
  test.each([
    ["a plain name", stat("node"), { pid: 42, parentPid: 7, sessionId: 39, startTime: "987654" }],
    [
      "a name made to mislead",
      stat("a) R 1 (b"),
      { pid: 42, parentPid: 7, sessionId: 39, startTime: "987654" },
    ],
    ["a zombie, which is dead", stat("node", "Z"), undefined],
    ["nothing", "", undefined],
  ])("stat of %s", (_, text, row) => expect(parseStat(text)).toEqual(row));

  test.each([
    ["first", "A=1\0B=2\0", true],
    ["last", "B=2\0A=1\0", true],
    ["as part of a name", "XA=1\0", false],
    ["as part of a value", "A=12\0B=A=1\0", false],
    ["second after a near miss", "XA=1\0A=1\0", true],
    ["in an empty block", "", false],
  ])("an entry %s", (_, block, found) => expect(hasEntry(Buffer.from(block), "A=1")).toBe(found));

  test("rows of ps as macOS prints them", () => {
    const text = [
      "  501     1      0 Ss   Mon Nov 30 09:16:38 2026     /bin/zsh -l HOME=/x NUCLEIC_RUN=r1 A=b",
      "  502   501      0 S+   Tue Dec  1 09:16:38 2026     node x.mjs NUCLEIC_RUN=r12",
      "  503   501      0 Z    Tue Dec  1 09:16:38 2026     (node)",
    ].join("\n");
    expect(parsePs(text, "NUCLEIC_RUN=r1")).toEqual([
      { pid: 501, parentPid: 1, sessionId: 0, startTime: "Mon Nov 30 09:16:38 2026", marked: true },
      { pid: 502, parentPid: 501, sessionId: 0, startTime: "Tue Dec  1 09:16:38 2026", marked: false },
    ]);
  });
});

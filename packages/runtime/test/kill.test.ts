import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { checkStream, type SessionId } from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import { systemFiles } from "../src/transcript/files.ts";
import { readRecords } from "../src/transcript/reader.ts";
import { recoverLog } from "../src/transcript/recover.ts";
import { verifyTranscript } from "../src/transcript/verify.ts";
import { runProgram } from "./child.ts";
import { collect, iterate, temporaryDirectory, until } from "./support.ts";
import { hastyClock } from "./test-clock.ts";

describe("after kill -9", () => {
  it("every acknowledged record is there, none twice", async () => {
    const path = join(await temporaryDirectory(), "session", "transcript.jsonl");
    let acknowledged = 0;
    for (const acks of [1, 7, 40, 3, 120, 15]) {
      const { child, lines } = runProgram("append", path);
      let left = acks;
      for await (const line of lines()) {
        // A line that the kill cut in half is no acknowledgement.
        acknowledged = Math.max(acknowledged, Number(line));
        if (--left === 0) child.signal("SIGKILL");
      }
      await child.exited;
      const log = await recoverLog(systemFiles, path, hastyClock);
      await log.file.close();
      expect(log.damage).toEqual([]);
      expect(log.lastSeq).toBeGreaterThanOrEqual(acknowledged);
      expect(await verifyTranscript(systemFiles, path)).toMatchObject({ blobFaults: [], unfinishedBytes: 0 });
      const seqs = (await collect(readRecords(systemFiles, path))).flat().map((record) => record.seq);
      expect(seqs).toEqual(Array.from({ length: log.lastSeq }, (_, i) => i + 1));
    }
    expect(acknowledged).toBeGreaterThan(180);
    expect((await verifyTranscript(systemFiles, path)).files).toBeGreaterThan(5);
  }, 60_000);

  it("nothing of a set-up script is left, and resume runs it again and tells the agent its task", async () => {
    const dataDir = await temporaryDirectory();
    const { child, lines } = runProgram("set-up", dataDir);
    const { value: id = "" } = await lines().next();
    child.signal("SIGKILL");
    await child.exited;
    const backend = scriptedBackend({ scenario: { name: "none", replies: [] } });
    await using runtime = await openRuntime({ dataDir, backends: [backend] });
    expect(runtime.started).toMatchObject({ interrupted: [id], problems: [] });
    const [runId = ""] = runtime.started.reapedRuns;
    expect(runtime.started.reapedRuns).toHaveLength(1);
    expect(await findRun(runId)).toEqual([]);

    await using session = await runtime.resumeSession(id as SessionId);
    const { all } = await until(iterate(session), "turnCompleted");
    expect(all.filter((event) => event.kind === "setupFinished")).toMatchObject([{ exitCode: 0 }]);
    expect(all.find((event) => event.kind === "turnStarted")).toMatchObject({ input: { text: "build it" } });
    expect(checkStream(all).faults).toEqual([]);
  });

  it("the session is interrupted, its approval abandoned, its transcript whole", async () => {
    const dataDir = await temporaryDirectory();
    const { child, lines } = runProgram("ask", dataDir);
    const { value = "" } = await lines().next();
    const { sessionId, runId, approvals } = JSON.parse(value);
    expect(approvals).toHaveLength(1);

    // While the other lives, its session is its own.
    const backend = scriptedBackend({ scenario: { name: "none", replies: [] } });
    const beside = await openRuntime({ dataDir, backends: [backend] });
    expect(beside.started.interrupted).toEqual([]);
    expect(await beside.findSession(sessionId)).toMatchObject({ status: "awaitingApproval" });
    await expect(beside.openSession(sessionId)).rejects.toMatchObject({ code: "sessionOwned" });
    expect(await collect(beside.readTranscript(sessionId))).not.toHaveLength(0);
    await beside.close();

    child.signal("SIGKILL");
    await child.exited;
    expect(await findRun(runId)).toHaveLength(1);
    await using runtime = await openRuntime({ dataDir, backends: [backend] });
    expect(runtime.started).toMatchObject({ interrupted: [sessionId], reapedRuns: [runId], problems: [] });
    expect(await findRun(runId)).toEqual([]);
    const record = await runtime.findSession(sessionId);
    expect(record).toMatchObject({ status: "interrupted" });
    const events = (await collect(runtime.readTranscript(sessionId))) as Parameters<typeof checkStream>[0];
    expect(checkStream(events).faults).toEqual([]);
    expect([...events].slice(-4)).toMatchObject([
      { kind: "approvalResolved", decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
      { kind: "toolResult", isError: true, truncated: true },
      { kind: "turnCompleted", outcome: "interrupted" },
      { kind: "runFinished", outcome: "interrupted", error: { code: "crashed" } },
    ]);
    expect(record.lastSeq).toBe([...events].length);
    await using session = await runtime.openSession(sessionId);
    expect(await session.answerApproval(approvals[0].id, { kind: "allow" })).toMatchObject({
      outcome: "alreadyResolved",
      answer: { by: { by: "abandoned" } },
    });
    await using again = await openRuntime({ dataDir, backends: [] });
    expect(again.started.interrupted).toEqual([]);
  });
});

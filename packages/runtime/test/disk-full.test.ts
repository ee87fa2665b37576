import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type AgentEvent, checkStream } from "@nucleic/protocol";
import { describe, expect, it } from "vitest";
import type { Session } from "../src/session/session.ts";
import { faultyFiles } from "../src/testing/index.ts";
import { type LogFiles, systemFiles } from "../src/transcript/files.ts";
import { iterate, scriptedRuntime, transcript, until } from "./support.ts";

/** A disk that can be full, and has room again when what was kept back on it goes. */
function smallDisk() {
  const disk = { full: false, freeBytes: 1024 ** 3 };
  const faulty = faultyFiles({ write: () => (disk.full ? { code: "ENOSPC", takenBytes: 20 } : undefined) });
  const files: LogFiles = {
    ...faulty,
    freeBytes: async () => disk.freeBytes,
    async remove(path) {
      await faulty.remove(path);
      if (path.endsWith("reserve")) disk.full = false;
    },
  };
  return { disk, files };
}

const command = { call: "Bash" as const, input: { command: "ls" } };

async function waiting(create: (more: object) => Promise<Session>) {
  const session = await create({ input: "go" });
  const { event } = await until(iterate(session), "approvalRequested");
  return { session, approval: event.request.id };
}

describe("a disk that is full", () => {
  it("takes no new session, and no fork, and says how much it wants", async () => {
    const { disk, files } = smallDisk();
    const { create } = await scriptedRuntime({ name: "hi", replies: [] }, { files });
    disk.freeBytes = 100 * 1024 ** 2;
    await expect(create()).rejects.toMatchObject({
      name: "RuntimeError",
      code: "diskFull",
      message: expect.stringContaining("100 MiB"),
      hint: expect.stringContaining("512 MiB"),
    });
    disk.freeBytes = 513 * 1024 ** 2;
    await (await create()).close();
  });

  it("does not take its last room for what it keeps back", async () => {
    const { disk, files } = smallDisk();
    const { dataDir, create, runtime } = await scriptedRuntime(
      { name: "hi", replies: [] },
      { files, disk: { minFreeBytes: 1_000, reserveBytes: 100_000 } },
    );
    disk.freeBytes = 150_000;
    await (await create()).close();
    await runtime.close();
    await expect(stat(join(dataDir, "reserve"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("keeps 16 MiB back for this user alone, from the first session on", async () => {
    const { dataDir, create, runtime } = await scriptedRuntime({ name: "hi", replies: [] }, { disk: {} });
    const reserve = join(dataDir, "reserve");
    await expect(stat(reserve)).rejects.toMatchObject({ code: "ENOENT" });
    await (await create()).close();
    await runtime.close();
    const { size, mode, blocks } = await stat(reserve);
    expect([size, mode & 0o777]).toEqual([16 * 1024 ** 2, 0o600]);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
  });

  it("lets every session that runs end in order, and be taken up again", async () => {
    const { disk, files } = smallDisk();
    const { runtime, create } = await scriptedRuntime({ scenario: () => [command] }, { files });
    const one = await waiting(create);
    const other = await waiting(create);
    disk.full = true;
    // The answer is the record that meets the full disk.
    await one.session.answerApproval(one.approval, { kind: "deny", message: "no" });
    await Promise.all([one.session.runEnded, other.session.runEnded]);
    for (const { session } of [one, other]) {
      expect(session.storageFailure).toBeUndefined();
      const all = await transcript(runtime, session);
      expect(checkStream(all).faults).toEqual([]);
      expect(all.at(-1)?.kind).toBe("runFinished");
      const errors = all.filter((event) => event.kind === "error");
      expect(errors).toMatchObject([{ code: "storageFailed", hint: expect.stringContaining("resume") }]);
      await session.close();
    }
    const resolved = (await transcript(runtime, one.session)).filter(isAnswer);
    expect(resolved).toMatchObject([{ decision: { kind: "deny", message: "no" } }]);
    const resumed = await runtime.resumeSession(one.session.id);
    await resumed.close();
  });

  it("with nothing kept back fails the session, and loses nothing that was told", async () => {
    const { disk, files } = smallDisk();
    const { runtime, create } = await scriptedRuntime(
      { scenario: { name: "one", replies: [[command]] } },
      { files, disk: { reserveBytes: 0 } },
    );
    const { session, approval } = await waiting(create);
    const told = session.lastSeq;
    disk.full = true;
    await expect(session.answerApproval(approval, { kind: "allow" })).rejects.toMatchObject({
      code: "writeFailed",
    });
    await session.runEnded;
    await session.close();
    disk.full = false;
    const reopened = await runtime.openSession(session.id);
    await reopened.close();
    const all = await transcript(runtime, session);
    expect(all.length).toBeGreaterThan(told);
    expect(all.filter(isAnswer)).toMatchObject([{ decidedBy: { by: "abandoned" } }]);
  });

  it("is looked at through statfs", async () => {
    expect(await systemFiles.freeBytes("/")).toBeGreaterThan(0);
  });
});

function isAnswer(event: AgentEvent): boolean {
  return event.kind === "approvalResolved";
}

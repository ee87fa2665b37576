import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type AgentBackend,
  type AgentEvent,
  type HistoryEntry,
  type NativeHistory,
  NucleicError,
  PROTOCOL_VERSION,
} from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { expect, onTestFinished, test } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import { temporaryDirectory } from "./support.ts";

/** 2026-01-01, and what was done there. */
const then = 1_767_225_600_000;

/** Native sessions that exist in memory alone: their lines are told as they stand. */
class MemoryHistory implements NativeHistory {
  readonly entries = new Map<string, HistoryEntry>();
  readonly extra: Record<string, unknown>[] = [];
  fails = false;

  add(id: string, entry: Partial<HistoryEntry> = {}): HistoryEntry {
    const times = { createdAt: then, updatedAt: then + 4_000 };
    const made = {
      backendSessionId: id,
      path: `/native/${id}`,
      cwd: "/work",
      title: "Greet",
      sizeBytes: 100,
    };
    const whole = { ...made, ...times, ...entry };
    this.entries.set(id, whole);
    return whole;
  }

  async *list({ backendSessionId }: { backendSessionId?: string } = {}) {
    for (const [id, entry] of this.entries) if ((backendSessionId ?? id) === id) yield entry;
  }

  read(entry: HistoryEntry, { sessionId, ids }: Parameters<NativeHistory["read"]>[1]) {
    const report = { lines: 5, damagedLines: 1, passedOver: {} };
    const { capabilities } = scriptedBackend({ scenario: { name: "none", replies: [] } }).describe();
    const turnId = ids.turn();
    const bodies: readonly Record<string, unknown>[] = [
      {
        kind: "sessionStarted",
        backend: "scripted",
        backendSessionId: entry.backendSessionId,
        cwd: "/work",
        capabilities,
      },
      { kind: "turnStarted", turnId, cause: "user" },
      { kind: "userMessage", turnId, text: "Say wombat", context: [], origin: "user" },
      { kind: "assistantText", turnId, messageId: "m", text: "wombat it is", isPartial: false },
      ...this.extra,
      { kind: "usage", turnId, inputTokens: 7, outputTokens: 3, cumulative: false },
      { kind: "turnCompleted", turnId, outcome: "completed" },
      { kind: "runFinished", outcome: "completed" },
    ];
    const fails = this.fails;
    return {
      report,
      async *[Symbol.asyncIterator]() {
        for (const [index, body] of bodies.entries()) {
          if (fails && index === 4) throw new NucleicError("unknownSession", "it is gone");
          const common = {
            v: PROTOCOL_VERSION,
            seq: index + 1,
            sessionId,
            at: then + index * 1000,
            origin: "backend",
          };
          yield { ...common, ...body } as AgentEvent;
        }
      },
    };
  }
}

async function setting(dataDir?: string) {
  const dir = dataDir ?? (await temporaryDirectory());
  const history = new MemoryHistory();
  const scripted = scriptedBackend({ scenario: { name: "none", replies: [] } });
  const backend: AgentBackend = {
    ...scripted,
    describe: () => scripted.describe(),
    start: scripted.start,
    resume: scripted.resume,
    history,
  };
  const runtime = await openRuntime({ dataDir: dir, backends: [backend], disk: { reserveBytes: 64 * 1024 } });
  onTestFinished(() => runtime.close());
  const project = await runtime.projects.ensure({ rootPath: dir, name: "demo", defaultBranch: "main" });
  const take = (entry: HistoryEntry, again = false) =>
    runtime.importSession({ projectId: project.id, backend: "scripted", entry, again });
  return { dir, history, runtime, take };
}

test("a native session becomes a finished one: listed, shown, found, counted on its own day, and it says where it is from", async () => {
  const { history, runtime, take } = await setting();
  const { outcome, session, report } = await take(history.add("n1"));
  expect(outcome).toBe("imported");
  expect(report?.damagedLines).toBe(1);
  expect(session).toMatchObject({
    status: "finished",
    title: "Greet",
    cwd: "/work",
    backendSessionId: "n1",
    importedFrom: "/native/n1",
    createdAt: then,
    updatedAt: then + 6_000,
  });
  const events = (await Array.fromAsync(runtime.readTranscript(session.id))) as AgentEvent[];
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.find((event) => event.kind === "sessionStarted")).toMatchObject({
    imported: { path: "/native/n1", sizeBytes: 100 },
  });
  expect((await runtime.search("wombat")).hits.map((hit) => hit.sessionId)).toContain(session.id);
  expect(await runtime.usage({ by: "day", days: "utc" })).toMatchObject([
    { key: "2026-01-01", inputTokens: 7, outputTokens: 3 },
  ]);
});

test("what is here already is found and not taken in again; unless it has grown and that is wanted", async () => {
  const { history, runtime, take } = await setting();
  const entry = history.add("n1");
  const first = await take(entry);
  expect(await take(entry)).toEqual({ outcome: "known", session: first.session });
  const grown = history.add("n1", { sizeBytes: 200, updatedAt: then + 60_000 });
  expect((await take(grown)).outcome).toBe("grown");
  expect(await runtime.findImport(grown)).toMatchObject({ hasGrown: true });
  // Touched, and no larger: nothing was said.
  expect((await take(history.add("n1", { updatedAt: then + 60_000 }))).outcome).toBe("known");
  const second = await take(grown, true);
  expect(second.outcome).toBe("imported");
  expect(second.session.id).not.toBe(first.session.id);
  expect((await take(grown)).session.id).toBe(second.session.id);
  expect(await runtime.listSessions()).toHaveLength(2);
});

test("two at the same time make one session", async () => {
  const { history, runtime, take } = await setting();
  const entry = history.add("n1");
  const outcomes = await Promise.all([take(entry), take(entry)]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["imported", "known"]);
  expect(await runtime.listSessions()).toHaveLength(1);
  expect((await readdir(join(runtime.dataDir, "sessions"))).length).toBe(1);
});

test("a reading that fails in the middle leaves nothing", async () => {
  const { history, runtime, take } = await setting();
  history.fails = true;
  await expect(take(history.add("n1"))).rejects.toMatchObject({ code: "unknownSession" });
  expect(await runtime.listSessions()).toEqual([]);
  expect(await readdir(join(runtime.dataDir, "sessions"))).toEqual([]);
  expect(await readdir(join(runtime.dataDir, "imports"))).toEqual([]);
});

test("large texts stand out of line, in the session's own folder", async () => {
  const { history, runtime, take } = await setting();
  const text = "x".repeat(100_000);
  history.extra.push(
    { kind: "toolCallStarted", toolCallId: "t", tool: "Bash", nativeTool: "Bash" },
    { kind: "toolResult", toolCallId: "t", content: [{ kind: "text", text }], isError: false },
  );
  const { session } = await take(history.add("n1"));
  expect(await readdir(join(runtime.dataDir, "sessions", session.id))).toContain("blobs");
  const events = (await Array.fromAsync(runtime.readTranscript(session.id))) as AgentEvent[];
  expect(events.find((event) => event.kind === "toolResult")?.content).toEqual([{ kind: "text", text }]);
});

test("a rebuild knows of an imported session what its row said", async () => {
  const { history, runtime, take } = await setting();
  const { session } = await take(history.add("n1"));
  await runtime.rebuild();
  expect(await runtime.findSession(session.id)).toEqual(session);
});

test("a transcript that is gone, or damaged, is made anew from the agent's own file, and the damaged one kept", async () => {
  const { history, runtime, take } = await setting();
  const { session } = await take(history.add("n1"));
  const folder = join(runtime.dataDir, "sessions", session.id);
  await expect(runtime.repairFromNative(session.id)).rejects.toMatchObject({ code: "notDamaged" });
  await rm(join(folder, "transcript.jsonl"));
  await runtime.repairFromNative(session.id);
  await writeFile(join(folder, "transcript.jsonl"), "not a transcript\n");
  const { kept, events } = await runtime.repairFromNative(session.id);
  expect(events).toBe(session.lastSeq);
  expect(await readdir(kept ?? "")).toContain("transcript.jsonl");
  const records = (await Array.fromAsync(runtime.readTranscript(session.id))) as AgentEvent[];
  expect(records.find((event) => event.kind === "sessionStarted")).toMatchObject({
    imported: { path: "/native/n1", degraded: true },
  });
  expect((await runtime.search("wombat")).hits.map((hit) => hit.sessionId)).toEqual(
    expect.arrayContaining([session.id]),
  );
  expect(await runtime.usage({ by: "session" })).toMatchObject([{ key: session.id, inputTokens: 7 }]);
});

test("where the agent keeps it no more, a repair says so and leaves everything as it is", async () => {
  const { history, runtime, take } = await setting();
  const { session } = await take(history.add("n1"));
  history.entries.clear();
  const folder = join(runtime.dataDir, "sessions", session.id);
  await rm(join(folder, "transcript.jsonl"));
  await expect(runtime.repairFromNative(session.id)).rejects.toMatchObject({ code: "noNativeSession" });
  expect(await readdir(folder)).toEqual(["session.json"]);
});

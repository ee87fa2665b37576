import { join } from "node:path";
import type { SessionId } from "@nucleic/protocol";
import { systemClock } from "@nucleic/protocol";
import { expect, it } from "vitest";
import { scriptedRuntime, temporaryDirectory, transcript, until } from "../../test/support.ts";
import { openRuntime } from "../open-runtime.ts";
import { Store } from "../store.ts";
import { type LogFiles, systemFiles } from "../transcript/files.ts";

const lines = 40;
const line = "x".repeat(32 * 1024);

/** A session with a long setup behind it, closed. */
async function longSession() {
  const dataDir = join(await temporaryDirectory(), "data");
  const { runtime, create } = await scriptedRuntime({ name: "hi", replies: [] }, { dataDir });
  const session = await create();
  for (let i = 0; i < lines; i++) await session.record({ kind: "setupLog", stream: "stdout", line });
  const before = session.state;
  await session.record({ kind: "error", code: "internal", message: "one more", recoverable: true });
  await session.close();
  const { state, lastSeq } = session;
  await runtime.close();
  return { dataDir, id: session.id, before, state, lastSeq };
}

/** Opens it again, and counts what is read of its transcript. */
async function reopened({ dataDir, id }: { dataDir: string; id: SessionId }) {
  let bytes = 0;
  const count = (open: LogFiles["openRead"]) => async (path: string) => {
    const file = await open(path);
    const read: typeof file.read = async (into, position) => {
      const length = await file.read(into, position);
      if (path.endsWith(".jsonl")) bytes += length;
      return length;
    };
    return { ...file, read };
  };
  const files = { ...systemFiles, openRead: count(systemFiles.openRead) };
  await using runtime = await openRuntime({ dataDir, backends: [], files });
  await using session = await runtime.openSession(id);
  return { bytes, state: session.state, lastSeq: session.lastSeq, row: await runtime.findSession(id) };
}

it("a session is opened again by reading what came after its checkpoint, with the same result", async () => {
  const session = await longSession();
  const quick = await reopened(session);
  expect(quick).toMatchObject({ state: session.state, lastSeq: session.lastSeq });
  expect(quick.bytes).toBeLessThan(16 * 1024);

  await systemFiles.remove(join(session.dataDir, "sessions", session.id, "transcript.checkpoint"));
  const slow = await reopened(session);
  expect(slow).toMatchObject({ state: session.state, lastSeq: session.lastSeq, row: quick.row });
  expect(slow.bytes).toBeGreaterThan(lines * line.length);
});

it("a session without one gets one when it is opened", async () => {
  const session = await longSession();
  await systemFiles.remove(join(session.dataDir, "sessions", session.id, "transcript.checkpoint"));
  await reopened(session);
  expect((await reopened(session)).bytes).toBeLessThan(16 * 1024);
});

it("history before the checkpoint is there for who asks for it", async () => {
  const { dataDir, id, lastSeq } = await longSession();
  await using runtime = await openRuntime({ dataDir, backends: [] });
  await using session = await runtime.openSession(id);
  expect((await transcript(runtime, session)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: lastSeq }, (_, i) => i + 1),
  );
  const events = session.subscribe({ fromSeq: 5 })[Symbol.asyncIterator]();
  const { event } = await until(events, "error");
  expect(event.seq).toBeLessThanOrEqual(lastSeq);
});

it("an approval that was answered before the checkpoint, unknown to its row, gets its answer from the transcript", async () => {
  const dataDir = join(await temporaryDirectory(), "data");
  const { runtime, create } = await scriptedRuntime(
    { name: "one", replies: [[{ call: "Bash", input: { command: "true" } }]] },
    { dataDir },
  );
  const session = await create({ input: "go" });
  const events = session.subscribe()[Symbol.asyncIterator]();
  const { event } = await until(events, "approvalRequested");
  await session.answerApproval(event.request.id, { kind: "allow" });
  await until(events, "turnCompleted");
  for (let i = 0; i < lines; i++) await session.record({ kind: "setupLog", stream: "stdout", line });
  await session.close();
  await runtime.close();

  const store = await Store.open(dataDir, systemClock);
  await store.database
    .updateTable("approval")
    .set({ resolved_at: null, decision: null, decided_by: null })
    .execute();
  expect(await store.approvals.pending()).toEqual([event.request.id]);
  await store[Symbol.asyncDispose]();

  await reopened({ dataDir, id: session.id });
  const after = await Store.open(dataDir, systemClock);
  expect(await after.approvals.pending()).toEqual([]);
  await after[Symbol.asyncDispose]();
});

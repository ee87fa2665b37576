import { readdir } from "node:fs/promises";
import { findRun } from "@nucleic/process";
import { checkStream, type IntentId } from "@nucleic/protocol";
import { HostClient, webSocketTo } from "@nucleic/sync/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { findHost } from "../src/index.ts";
import { type Program, runProgram } from "./child.ts";
import {
  allRecords,
  clientOf,
  gitEnv,
  newProject,
  recordsOf,
  scriptedHost,
  temporaryDirectory,
  until,
} from "./support.ts";

interface Running extends Program {
  readonly dataDir: string;
  readonly client: HostClient;
  readonly connect: ReturnType<typeof webSocketTo>;
}

/** A host in a process of its own, and a client of it. */
async function running(): Promise<Running> {
  const dataDir = await temporaryDirectory();
  const program = runProgram("host", [dataDir], gitEnv);
  await program.line("serving");
  const found = await findHost(dataDir);
  if (found === undefined) throw new Error("it serves, and nobody finds it");
  const connect = webSocketTo(found);
  const client = new HostClient({ name: "test", connect, maxAttempts: 1 });
  onTestFinished(() => client.close());
  return { ...program, dataDir, client, connect };
}

const input = { text: "build it", context: [] };

describe("a host that was killed", () => {
  it("leaves nothing half done: the next one says how it stands, and sessions are taken up again", async () => {
    const { dataDir, client, child, line } = await running();
    const projectId = await newProject(client);
    const { sessionId } = await client.intent("start", { projectId, backend: "scripted", input });
    const runId = await line("run ");
    const { approvals } = await client.board((board) => board.approvals.length > 0);
    const begun = { id: "0199-begun" as IntentId };
    const trust = { projectId, backend: "looks", hash: "x" };
    client.intent("trust", trust, begun).catch(() => undefined);
    await line("looking");
    child.signal("SIGKILL");
    await child.exited;
    expect(await findRun(runId)).toHaveLength(1);
    expect(await findHost(dataDir)).toBeUndefined();

    const memories = { load: async () => [], save: async () => undefined };
    const next = await scriptedHost({ scenario: { name: "next", replies: [] }, memories }, { dataDir });
    expect(next.started).toMatchObject({ interrupted: [sessionId], reapedRuns: [runId] });
    expect(await findRun(runId)).toEqual([]);
    const local = clientOf(next, "test");
    const board = await local.board();
    expect(board).toMatchObject({ sessions: [{ status: "interrupted", isRunning: false }], approvals: [] });
    const answer = { approvalId: approvals[0]?.id as never, decision: { kind: "allow" as const } };
    const late = { ...answer, digest: approvals[0]?.digest ?? "" };
    expect(await local.intent("approve", late, { sessionId })).toMatchObject({
      outcome: "alreadyResolved",
      by: { by: "abandoned" },
    });
    await expect(local.intent("trust", trust, begun)).rejects.toMatchObject({ code: "outcomeUnknown" });
    const watched = recordsOf(local, sessionId);
    await local.intent("resume", { input: { text: "go on", context: [] } }, { sessionId });
    for (const _ of ["the one that was killed", "the one after it"]) await until(watched, "turnCompleted");
    await local.intent("stop", {}, { sessionId });
    const records = await allRecords(local, sessionId);
    expect(checkStream(records as never).faults).toEqual([]);
    expect(records.filter(({ kind }) => kind === "approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
    ]);
    expect(records.filter(({ kind }) => kind === "turnCompleted")).toMatchObject([
      { outcome: "interrupted" },
      { outcome: "completed" },
    ]);
  });
});

describe("a host that is told to end", () => {
  it("tells its clients, ends its agents, writes what is open and leaves nothing behind", async () => {
    const { dataDir, client, connect, child, line } = await running();
    const projectId = await newProject(client);
    const { sessionId } = await client.intent("start", { projectId, backend: "talks", input });
    const runId = await line("run ");
    let said = "";
    for await (const news of client.follow(sessionId)) {
      if (news.kind === "partials") said += JSON.stringify(news.partials);
      if (said.includes("three")) break;
    }
    const channel = await connect(AbortSignal.timeout(10_000));
    channel.send(JSON.stringify({ t: "hello", v: 1, client: { name: "raw", version: "0" } }));
    const messages = channel.messages[Symbol.asyncIterator]();
    await messages.next();
    child.signal("SIGTERM");
    const last: unknown[] = [];
    for (let next = await messages.next(); !next.done; next = await messages.next())
      last.push(JSON.parse(next.value));
    expect(last.at(-1)).toMatchObject({ t: "bye", reason: "the host goes down" });
    await line("going down");
    expect(await child.exited).toMatchObject({ cause: "exited", code: 0 });
    expect(await findRun(runId)).toEqual([]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("host."))).toEqual([]);

    const next = await scriptedHost({ scenario: { name: "next", replies: [] } }, { dataDir });
    expect(next.started).toMatchObject({ interrupted: [], reapedRuns: [], problems: [] });
    const records = await allRecords(clientOf(next), sessionId);
    expect(checkStream(records as never).faults).toEqual([]);
    expect(records.findLast(({ kind }) => kind === "assistantText")).toMatchObject({
      text: "One two three",
      truncated: true,
    });
    expect(records.findLast(({ kind }) => kind === "runFinished")).toMatchObject({ outcome: "interrupted" });
  });
});

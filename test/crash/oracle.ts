import { join } from "node:path";
import type { AgentEvent, SessionId } from "@nucleic/protocol";
import { checkStream } from "@nucleic/protocol";
import { isActive, openRuntime, type Runtime, systemFiles, verifyTranscript } from "@nucleic/runtime";
import { digest } from "./acks.ts";
import { randomAgent } from "./agent.ts";
import { judgeApprovals } from "./judge-approvals.ts";
import { judgeDatabase } from "./judge-database.ts";
import { difference, snapshot } from "./snapshot.ts";
import type { Testimony } from "./testimony.ts";

/** What was found, and how much was looked at. */
export interface Verdict {
  /** Empty where everything that was promised holds. */
  readonly faults: string[];
  sessions: number;
  /** Acknowledged ones, each found once with the content it was seen with. */
  records: number;
  approvals: number;
  intents: number;
}

/** Opens what a dead process left, as the next one does, and compares it with what was acknowledged. */
export async function judge(dataDir: string, testimony: Testimony, name: string): Promise<Verdict> {
  const verdict: Verdict = { faults: [], sessions: 0, records: 0, approvals: 0, intents: 0 };
  verdict.faults.push(...testimony.of("fault").map(({ what }) => `the process said: ${what}`));
  const runtime = await openRuntime({
    dataDir,
    backends: [randomAgent(() => undefined)],
    disk: { minFreeBytes: 0, reserveBytes: 0 },
  });
  try {
    for (const { code, message } of runtime.started.problems)
      if (code !== "transcriptDamaged") verdict.faults.push(`${code}: ${message}`);
    const events = await readAll(runtime, testimony, verdict);
    judgeApprovals(testimony, events, verdict);
    await judgeDatabase(runtime, testimony, verdict);
    await goOn(runtime, testimony, events, verdict, name);
    await judgeRebuild(runtime, verdict);
  } catch (error) {
    verdict.faults.push(`the oracle broke: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await runtime.close();
  }
  return verdict;
}

type Transcripts = ReadonlyMap<string, readonly AgentEvent[]>;

async function readAll(runtime: Runtime, testimony: Testimony, verdict: Verdict): Promise<Transcripts> {
  const transcripts = new Map<string, readonly AgentEvent[]>();
  const records = await runtime.listSessions({ includeArchived: true });
  const listed = new Set<string>(records.map(({ id }) => id));
  for (const s of testimony.sessions) if (!listed.has(s)) verdict.faults.push(`session ${s} is gone`);
  for (const { s } of testimony.of("deleted"))
    if (listed.has(s as SessionId)) verdict.faults.push(`session ${s} was deleted, and is back`);
  for (const { id, status, lastSeq } of records) {
    verdict.sessions++;
    if (isActive(status) || status === "created") verdict.faults.push(`session ${id} is still ${status}`);
    const events: AgentEvent[] = [];
    for await (const event of runtime.readTranscript(id)) events.push(event as AgentEvent);
    transcripts.set(id, events);
    judgeTranscript(id, events, testimony, verdict);
    if (lastSeq !== events.length)
      verdict.faults.push(`session ${id}: its row says ${lastSeq} records, not ${events.length}`);
    await judgeFiles(runtime, id, verdict);
  }
  return transcripts;
}

function judgeTranscript(
  id: string,
  events: readonly AgentEvent[],
  testimony: Testimony,
  verdict: Verdict,
): void {
  const { faults } = verdict;
  events.forEach((event, i) => {
    if (event.seq !== i + 1) faults.push(`session ${id}: record ${event.seq} stands where ${i + 1} should`);
  });
  for (const { seq, kind, hash } of testimony.seen(id).values()) {
    const event = events[seq - 1];
    if (event === undefined) faults.push(`session ${id}: record ${seq}, ${kind}, is lost`);
    else if (digest(event) !== hash)
      faults.push(
        `session ${id}: record ${seq}, ${kind}, is another: ${JSON.stringify(event).slice(0, 200)}`,
      );
    else verdict.records++;
  }
  for (const { s, seq } of testimony.of("recorded"))
    if (s === id && events[seq - 1] === undefined) faults.push(`session ${id}: record ${seq} is lost`);
  const texts = events.flatMap((event) => (event.kind === "userMessage" ? [event.text] : []));
  for (const text of new Set(texts))
    if (texts.filter((one) => one === text).length > 1)
      faults.push(`session ${id}: "${text}" stands there twice`);
  for (const { s, text } of testimony.of("said"))
    if (s === id && !texts.includes(text)) faults.push(`session ${id}: "${text}" was said, and is lost`);
  for (const fault of checkStream(events).faults) faults.push(`session ${id}: ${JSON.stringify(fault)}`);
}

async function judgeFiles(runtime: Runtime, id: string, { faults }: Verdict): Promise<void> {
  const path = join(runtime.dataDir, "sessions", id, "transcript.jsonl");
  const report = await verifyTranscript(systemFiles, path);
  const { damage, blobFaults, unfinishedBytes } = report;
  if (damage.length + blobFaults.length + unfinishedBytes > 0)
    faults.push(`session ${id}: ${JSON.stringify({ damage, blobFaults, unfinishedBytes })}`);
}

/** The list, the approvals and the usage are what the transcripts make of them. */
async function judgeRebuild(runtime: Runtime, verdict: Verdict): Promise<void> {
  const before = snapshot(runtime.dataDir);
  const report = await runtime.rebuild();
  verdict.faults.push(...difference(before, snapshot(runtime.dataDir)).map((one) => `rebuild: ${one}`));
  for (const kind of ["found", "held", "withoutTranscript"] as const)
    if (report[kind].length > 0) verdict.faults.push(`rebuild: ${kind} ${report[kind].join(" ")}`);
}

/** Takes the sessions up again and writes on. */
async function goOn(
  runtime: Runtime,
  testimony: Testimony,
  transcripts: Transcripts,
  verdict: Verdict,
  name: string,
): Promise<void> {
  const records = await runtime.listSessions({ includeArchived: true });
  for (const { id, backendSessionId, cwd } of records.slice(0, 2)) {
    const before = transcripts.get(id)?.length ?? 0;
    const isResumable = backendSessionId !== undefined && cwd !== undefined;
    const session = await (isResumable
      ? runtime.resumeSession(id, { approvals: "deny" })
      : runtime.openSession(id));
    const text = `after ${name}`;
    if (isResumable) {
      const over = turnOver(session.subscribe({ fromSeq: before + 1 }), text);
      await session.send(text);
      await over;
    } else await session.record({ kind: "diffstat", files: 1, added: 1, removed: 1, ahead: 0, behind: 0 });
    await session.close();
    const events: AgentEvent[] = [];
    for await (const event of runtime.readTranscript(id)) events.push(event as AgentEvent);
    if (events.length <= before) verdict.faults.push(`session ${id}: nothing more was written`);
    judgeTranscript(id, events, testimony, { ...verdict });
    await judgeFiles(runtime, id, verdict);
  }
}

async function turnOver(events: AsyncIterable<{ readonly kind: string }>, text: string): Promise<void> {
  let isSaid = false;
  for await (const event of events as AsyncIterable<AgentEvent>) {
    if (event.kind === "userMessage" && event.text === text) isSaid = true;
    if (event.kind === "runFinished" || (isSaid && event.kind === "turnCompleted")) return;
  }
}

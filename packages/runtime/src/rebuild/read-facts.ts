import type { ApprovalAnswer, ApprovalId, ApprovalRequest } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import { isKnown } from "../session/event-kinds.ts";
import { nextFacts, noFacts, type SessionFacts } from "../session/facts.ts";
import type { LogFiles } from "../transcript/files.ts";
import { readRecords } from "../transcript/reader.ts";
import { type UsageEntry, UsageMeter } from "../usage/meter.ts";

/** An approval as its transcript tells it. */
export interface ApprovalFact {
  readonly request: ApprovalRequest;
  readonly resolved?: { readonly answer: ApprovalAnswer; readonly at: number };
}

/** Everything that the database says of a session and its transcript knows better. Plain data. */
export interface TranscriptFacts {
  readonly facts: SessionFacts;
  readonly approvals: readonly ApprovalFact[];
  readonly usage: readonly UsageEntry[];
  /** What its beginning says of a session of which nothing else is left. */
  readonly opening: {
    readonly backend?: string;
    readonly cwd?: string;
    readonly firstMessage?: string;
    readonly at?: number;
  };
}

/** Reads a transcript from its first record to its last. Nothing where there is none. */
export async function readFacts(
  files: LogFiles,
  path: string,
  signal: AbortSignal,
): Promise<TranscriptFacts | undefined> {
  const meter = new UsageMeter();
  const approvals = new Map<ApprovalId, ApprovalFact>();
  let facts = noFacts;
  let opening: TranscriptFacts["opening"] = {};
  try {
    for await (const records of readRecords(files, path, { signal }))
      for (const { event } of records) {
        facts = nextFacts(facts, event);
        meter.observe(event);
        if (!isKnown(event)) continue;
        if (opening.at === undefined) opening = { ...opening, at: event.at };
        if (event.kind === "approvalRequested") {
          if (!approvals.has(event.request.id)) approvals.set(event.request.id, { request: event.request });
        } else if (event.kind === "approvalResolved") {
          const known = approvals.get(event.approvalId);
          if (known === undefined || known.resolved) continue;
          const answer = { decision: event.decision, by: event.decidedBy };
          approvals.set(event.approvalId, { ...known, resolved: { answer, at: event.at } });
        } else if (event.kind === "sessionStarted") {
          opening = { backend: event.backend, cwd: event.cwd, ...opening };
        } else if (event.kind === "userMessage" && opening.firstMessage === undefined) {
          opening = { ...opening, firstMessage: event.text };
        }
      }
  } catch (error) {
    if (error instanceof StorageError && error.code === "missing") return undefined;
    throw error;
  }
  return { facts, approvals: [...approvals.values()], usage: meter.entries, opening };
}

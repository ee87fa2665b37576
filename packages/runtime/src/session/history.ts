import type { ApprovalAnswer, ApprovalId, Clock, SessionId } from "@nucleic/protocol";
import type { Store } from "../store.ts";
import { type Checkpoint, readCheckpoint } from "../transcript/checkpoint.ts";
import { type OpenLog, openLog } from "../transcript/open-log.ts";
import { type MeterState, UsageMeter } from "../usage/meter.ts";
import { isKnown } from "./event-kinds.ts";
import { factsFromJson, nextFacts, noFacts, type SessionFacts } from "./facts.ts";

/** What the records of a session add up to, as a checkpoint keeps it. */
export interface HistoryState {
  readonly facts: SessionFacts;
  readonly usage: MeterState;
}

/** A session's transcript, open for more, and what it adds up to. */
export interface History {
  readonly log: OpenLog;
  readonly facts: SessionFacts;
  readonly meter: UsageMeter;
  /** What the transcript says of approvals that, to the database, are still pending. */
  readonly lateAnswers: ReadonlyMap<ApprovalId, { readonly answer: ApprovalAnswer; readonly at: number }>;
}

/**
 * Opens a session's transcript, from its checkpoint where there is a good one, else from its first record: with the same
 * result. @throws StorageError
 */
export async function openHistory(
  context: { readonly store: Store; readonly clock: Clock },
  id: SessionId,
  forkedFrom: SessionId | null,
): Promise<History> {
  const { store } = context;
  const pending = await store.approvals.pending(id);
  const checkpoint = await readCheckpoint<HistoryState>(store.files, store.transcriptPath(id));
  const history = await readFrom(context, id, { forkedFrom, pending, checkpoint });
  if (checkpoint === undefined || pending.every((approval) => isTold(history, approval))) return history;
  // Answered before the checkpoint: what was answered is told there alone.
  await history.log.tail.close();
  return readFrom(context, id, { forkedFrom, pending, checkpoint: undefined });
}

/** Whether it is known what became of an approval: it was answered since, or it is open. */
function isTold({ facts, lateAnswers }: History, approval: ApprovalId): boolean {
  const { openApprovals, openAutoApprovals } = facts.state;
  return lateAnswers.has(approval) || [...openApprovals, ...openAutoApprovals].includes(approval);
}

async function readFrom(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  sessionId: SessionId,
  {
    forkedFrom,
    pending,
    checkpoint,
  }: {
    readonly forkedFrom: SessionId | null;
    readonly pending: readonly ApprovalId[];
    readonly checkpoint: Checkpoint<HistoryState> | undefined;
  },
): Promise<History> {
  const meter = new UsageMeter(checkpoint?.state.usage);
  const lateAnswers = new Map<ApprovalId, { readonly answer: ApprovalAnswer; readonly at: number }>();
  let facts = checkpoint ? factsFromJson(checkpoint.state.facts) : noFacts;
  const fork = forkedFrom && {
    sessionId: forkedFrom,
    seq: (await store.sessions.get(forkedFrom))?.lastSeq ?? 0,
  };
  const path = store.transcriptPath(sessionId);
  const options = { sessionId, ...(fork && { forkedFrom: fork }), from: checkpoint };
  const log = await openLog(store.files, path, clock, options, (event) => {
    facts = nextFacts(facts, event);
    meter.observe(event);
    if (isKnown(event) && event.kind === "approvalResolved" && pending.includes(event.approvalId))
      lateAnswers.set(event.approvalId, {
        answer: { decision: event.decision, by: event.decidedBy },
        at: event.at,
      });
  });
  return { log, facts, meter, lateAnswers };
}

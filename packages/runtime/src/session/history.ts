import type { ApprovalId, Clock, SessionId } from "@nucleic/protocol";
import { LateApprovals } from "../database/late-approvals.ts";
import type { Store } from "../store.ts";
import { type Checkpoint, readCheckpoint } from "../transcript/checkpoint.ts";
import { type OpenLog, openLog } from "../transcript/open-log.ts";
import { type MeterState, UsageMeter } from "../usage/meter.ts";
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
  /** What the transcript says of approvals and the database does not. */
  readonly late: LateApprovals;
}

type Rows = ReadonlyMap<ApprovalId, boolean>;

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
  const rows = await store.approvals.answered(id);
  const checkpoint = await readCheckpoint<HistoryState>(store.files, store.transcriptPath(id));
  const history = await readFrom(context, id, { forkedFrom, rows, checkpoint });
  if (checkpoint === undefined || isWhole(history, rows)) return history;
  // What is missing in the database is told before the checkpoint.
  await history.log.tail.close();
  return readFrom(context, id, { forkedFrom, rows, checkpoint: undefined });
}

/** Whether the rows, with those that are late, are as many as the agent has asked, and none lacks an answer that there is. */
function isWhole({ facts, late }: History, rows: Rows): boolean {
  if (rows.size + late.missing !== facts.approvals) return false;
  const { openApprovals, openAutoApprovals } = facts.state;
  const open = new Set<string>([...openApprovals, ...openAutoApprovals]);
  return [...rows].every(([id, isAnswered]) => isAnswered || open.has(id) || late.hasAnswer(id));
}

async function readFrom(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  sessionId: SessionId,
  {
    forkedFrom,
    rows,
    checkpoint,
  }: {
    readonly forkedFrom: SessionId | null;
    readonly rows: Rows;
    readonly checkpoint: Checkpoint<HistoryState> | undefined;
  },
): Promise<History> {
  const meter = new UsageMeter(checkpoint?.state.usage);
  const late = new LateApprovals(rows);
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
    late.observe(event);
  });
  return { log, facts, meter, late };
}

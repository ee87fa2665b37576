import type { Assess } from "@nucleic/policy";
import type { ApprovalAnswer, Clock, ProjectId, SessionId } from "@nucleic/protocol";
import type { Selectable } from "kysely";
import { assessIn } from "./approval/assess.ts";
import type { Schema } from "./database/schema.ts";
import { RuntimeError } from "./errors.ts";
import { StandingRules } from "./rules/standing-rules.ts";
import type { RuntimeProblem } from "./runtime.ts";
import { SessionController } from "./session/controller.ts";
import { isKnown } from "./session/event-kinds.ts";
import { factColumns, nextFacts, noFacts, type SessionFacts } from "./session/facts.ts";
import { SessionProjection } from "./session/projection.ts";
import type { Store } from "./store.ts";
import { type OpenLog, openLog } from "./transcript/open-log.ts";
import { damageText } from "./transcript/repair.ts";
import { UsageMeter } from "./usage/meter.ts";

export interface HoldContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly assess?: Assess | undefined;
  /** Told each time that a session's row was written. */
  readonly onWritten: (id: SessionId) => void;
  readonly onProblem: (problem: RuntimeProblem) => void;
}

/** A session of which this process is the only writer now. */
export interface HeldSession {
  readonly session: SessionController;
  /** Something of it was under way when its last writer died; it is closed now. */
  readonly wasLeftOpen: boolean;
  readonly facts: SessionFacts;
}

/**
 * Makes this process the writer of a session: takes ownership, recovers the transcript, mends the row, and closes what
 * a dead writer left open. A new session is owned already, and has nothing to close. @throws RuntimeError `sessionOwned`, `unknownSession`; StorageError
 */
export async function holdSession(
  context: HoldContext,
  id: SessionId,
  onClosed: () => void,
  isNew = false,
): Promise<HeldSession> {
  const { store } = context;
  const row = await store.sessions.row(id);
  if (row === undefined) throw new RuntimeError("unknownSession", `no session ${id}`);
  if (!isNew) await takeOwnership(store, id);
  try {
    const { session, facts } = await takeUp(context, row, onClosed);
    const wasLeftOpen = !isNew && (await session.closeLeftOpen("the process that ran the session ended"));
    return { session, facts, wasLeftOpen };
  } catch (error) {
    await store.owners.release(id);
    throw error;
  }
}

/** Makes this process the owner of a session. @throws RuntimeError `sessionOwned` */
export async function takeOwnership(store: Store, id: SessionId): Promise<void> {
  const owner = await store.owners.take(id);
  if (owner !== undefined)
    throw new RuntimeError("sessionOwned", `session ${id} is held by process ${owner.pid}`, {
      hint: "Wait for that process to end, or end the session there.",
    });
}

async function takeUp(
  context: HoldContext,
  { id, cwd, project_id: projectId, forked_from: forkedFrom }: Selectable<Schema["session"]>,
  onClosed: () => void,
): Promise<Omit<HeldSession, "wasLeftOpen">> {
  const { store, clock, onProblem } = context;
  const lagging = new Set<string>(await store.approvals.pending(id));
  const resolutions = new Map<string, { answer: ApprovalAnswer; at: number }>();
  const meter = new UsageMeter();
  let facts = noFacts;
  const path = store.transcriptPath(id);
  const fork = forkedFrom && {
    sessionId: forkedFrom,
    seq: (await store.sessions.get(forkedFrom))?.lastSeq ?? 0,
  };
  const log = await openLog(
    store.files,
    path,
    clock,
    { sessionId: id, ...(fork && { forkedFrom: fork }) },
    (event) => {
      facts = nextFacts(facts, event);
      meter.observe(event);
      if (isKnown(event) && event.kind === "approvalResolved" && lagging.has(event.approvalId))
        resolutions.set(event.approvalId, {
          answer: { decision: event.decision, by: event.decidedBy },
          at: event.at,
        });
    },
  );
  const session = control(context, { id, projectId, cwd: cwd ?? "" }, log, { facts, meter }, onClosed);
  try {
    reportDamage(id, log, onProblem);
    for (const [approvalId, { answer, at }] of resolutions)
      await store.approvals.resolved(
        approvalId as Parameters<typeof store.approvals.resolved>[0],
        answer,
        at,
      );
    await store.sessions.update(id, factColumns(facts));
    if (meter.takeChange()) await store.usage.replace(id, meter.entries);
    return { session, facts };
  } catch (error) {
    await log.tail.close();
    throw error;
  }
}

function control(
  { store, clock, assess, onWritten, onProblem }: HoldContext,
  { id, projectId, cwd }: { readonly id: SessionId; readonly projectId: ProjectId; readonly cwd: string },
  log: OpenLog,
  { facts, meter }: { readonly facts: SessionFacts; readonly meter: UsageMeter },
  onClosed: () => void,
): SessionController {
  const projection = new SessionProjection({
    sessionId: id,
    clock,
    sessions: store.sessions,
    approvals: store.approvals,
    usage: store.usage,
    meter,
    facts,
    onWritten: () => onWritten(id),
    onProblem: (cause) =>
      onProblem({
        code: "databaseWriteFailed",
        sessionId: id,
        message: "the session's row could not be written",
        cause,
      }),
  });
  const session: SessionController = new SessionController({
    id,
    cwd,
    clock,
    assess: assess ?? assessIn(() => session.cwd),
    rules: new StandingRules({
      table: store.rules,
      clock,
      sessionId: id,
      projectId,
      folder: () => session.cwd,
      onProblem: (cause) =>
        onProblem({
          code: "rulesUnavailable",
          sessionId: id,
          message: "the always-rules could not be read or written: a person is asked",
          cause,
        }),
    }),
    files: store.files,
    log,
    projection,
    reserve: store.reserve,
    earlierAnswer: (approvalId) => store.approvals.answer(id, approvalId),
    async onClosed() {
      await store.owners.release(id);
      onClosed();
    },
  });
  return session;
}

function reportDamage(
  sessionId: SessionId,
  { damage, tornTail }: OpenLog,
  onProblem: HoldContext["onProblem"],
): void {
  for (const range of damage)
    onProblem({
      code: "transcriptDamaged",
      sessionId,
      message: damageText(range),
      hint: `nucleic repair ${sessionId}`,
    });
  if (tornTail) {
    const message = `${tornTail.lengthBytes} bytes of an unfinished record were moved to ${tornTail.path}`;
    onProblem({ code: "transcriptDamaged", sessionId, message });
  }
}

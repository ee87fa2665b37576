import type { Assess } from "@nucleic/policy";
import type { Clock, ProjectId, SessionId } from "@nucleic/protocol";
import type { Selectable } from "kysely";
import { assessIn } from "./approval/assess.ts";
import type { ReadDisposition } from "./control/agent-control.ts";
import type { Schema } from "./database/schema.ts";
import { RuntimeError } from "./errors.ts";
import { StandingRules } from "./rules/standing-rules.ts";
import type { RuntimeProblem } from "./runtime.ts";
import { Checkpointer } from "./session/checkpointer.ts";
import { SessionController } from "./session/controller.ts";
import { factColumns, type SessionFacts } from "./session/facts.ts";
import { type History, type HistoryState, openHistory } from "./session/history.ts";
import { SessionProjection } from "./session/projection.ts";
import type { Store } from "./store.ts";
import type { OpenLog } from "./transcript/open-log.ts";
import { damageText } from "./transcript/repair.ts";

export interface HoldContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly assess?: Assess | undefined;
  readonly readDisposition?: ReadDisposition | undefined;
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
    await letGo(context, id);
    throw error;
  }
}

/** Gives up ownership. A row that cannot be written keeps other processes from the session, until this one can or ends. */
async function letGo({ store, onProblem }: HoldContext, sessionId: SessionId): Promise<void> {
  try {
    await store.owners.release(sessionId);
  } catch (cause) {
    const message = "the session is let go of, and that could not be written";
    onProblem({ code: "databaseWriteFailed", sessionId, message, cause });
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
  const { store, onProblem } = context;
  const history = await openHistory(context, id, forkedFrom);
  const { log, facts, meter, late } = history;
  const session = control(context, { id, projectId, cwd: cwd ?? "" }, history, onClosed);
  try {
    reportDamage(id, log, onProblem);
    await late.write(store.approvals, id);
    await store.sessions.update(id, factColumns(facts));
    if (meter.takeChange()) await store.usage.replace(id, meter.entries);
    return { session, facts };
  } catch (error) {
    await log.tail.close();
    throw error;
  }
}

function control(
  context: HoldContext,
  { id, projectId, cwd }: { readonly id: SessionId; readonly projectId: ProjectId; readonly cwd: string },
  { log, facts, meter }: History,
  onClosed: () => void,
): SessionController {
  const { store, clock, assess, readDisposition, onWritten, onProblem } = context;
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
  const checkpointer = new Checkpointer<HistoryState>({
    files: store.files,
    path: store.transcriptPath(id),
    log,
    state: () => ({ facts: projection.facts, usage: meter.state }),
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
    checkpointer,
    reserve: store.reserve,
    readDisposition,
    earlierAnswer: (approvalId) => store.approvals.answer(id, approvalId),
    async onClosed() {
      // Its owner stays in the table then: the next start finds it, and mends what the database does not say.
      if (projection.isBehind) store.owners.leave(id);
      else await letGo(context, id);
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

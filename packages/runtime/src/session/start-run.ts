import type { Assess } from "@nucleic/policy";
import type { AgentHooks, AgentRun, ApprovalRequest, Clock, EventBody } from "@nucleic/protocol";
import { ApprovalCoordinator } from "../approval/coordinator.ts";
import type { ApprovalMode } from "../approval/mode.ts";
import { QuestionCoordinator } from "../approval/questions.ts";
import type { ReadDisposition } from "../control/agent-control.ts";
import { RunDesk } from "../control/run-desk.ts";
import type { StandingRules } from "../rules/standing-rules.ts";
import { eventError, SessionRun } from "./agent-run.ts";
import { closingEvents } from "./closing-events.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { SessionLog } from "./session-log.ts";

/** How a run is begun. */
export interface Launch {
  readonly approvals: ApprovalMode;
  readonly signal: AbortSignal | undefined;
  start(hooks: AgentHooks, desk: RunDesk, signal: AbortSignal): Promise<AgentRun>;
  /** Whether the agent asks for leave to use what this launch itself has given it. */
  isOwnTool(request: ApprovalRequest): boolean;
  /** Called when the run has ended, however it did, or never began. */
  onEnded(): Promise<void>;
}

/** A run and those who answer for it. */
export interface CurrentRun {
  readonly approvals: ApprovalCoordinator;
  readonly questions: QuestionCoordinator;
  /** Absent until the backend is ready. */
  run?: SessionRun;
}

/** Those who answer the agent of one run. */
export function coordinate(
  log: SessionLog,
  { clock, assess, rules }: { readonly clock: Clock; readonly assess: Assess; readonly rules: StandingRules },
  { approvals: mode, isOwnTool }: Pick<Launch, "approvals" | "isOwnTool">,
): CurrentRun {
  const record = async (body: EventBody) => {
    const asks = body.kind === "approvalRequested" || body.kind === "questionAsked";
    await log.write(log.stamp({ ...log.turn(), ...body }, asks ? "backend" : "runtime"));
  };
  const failure = () => log.failure;
  return {
    approvals: new ApprovalCoordinator({ clock, assess, mode, rules, isOwnTool, record, failure }),
    questions: new QuestionCoordinator({ clock, mode, record }),
  };
}

/** What a run is started in. */
export interface RunSetting {
  readonly log: SessionLog;
  readonly stop: AbortSignal;
  readonly sent: SentMessages;
  readonly readDisposition: ReadDisposition | undefined;
}

/** Starts the agent and takes up its events. A failure is in the transcript when this rejects. */
export async function startRun(
  launch: Launch,
  current: CurrentRun,
  { log, stop, sent, readDisposition }: RunSetting,
): Promise<void> {
  const { approvals, questions } = current;
  const desk = new RunDesk(log, { questions, approvals });
  const hooks: AgentHooks = {
    requestApproval: (request, signal) => approvals.ask(request, signal),
    askUser: (request, signal) => questions.ask(request, signal),
  };
  const starting = startingSignal([stop, launch.signal]);
  let agent: AgentRun;
  try {
    starting.signal.throwIfAborted();
    agent = await launch.start(hooks, desk, starting.signal);
    starting.detach();
  } catch (cause) {
    starting.detach();
    approvals.end();
    questions.end();
    await letGo(launch);
    await writeFailure(log, cause, starting.signal.aborted);
    throw cause;
  }
  current.run = new SessionRun(agent, {
    log,
    approvals,
    questions,
    desk,
    readDisposition,
    isEcho: (message) => sent.isEcho(message.text),
  });
  void current.run.ended.then(() => letGo(launch));
}

/** What cannot be let go of ends with this process; the run is over all the same. */
async function letGo(launch: Launch): Promise<void> {
  await launch.onEnded().catch(() => undefined);
}

async function writeFailure(log: SessionLog, cause: unknown, stopped: boolean): Promise<void> {
  const error = eventError(cause);
  if (!stopped) log.append(log.stamp({ kind: "error", ...error, recoverable: false }));
  const outcome = stopped ? "interrupted" : "failed";
  for (const body of closingEvents(log.tail, { outcome, error, reason: error.message }))
    log.append(log.stamp(body));
  await log.flush();
}

/** Stops the start, and only that: a run that is on is closed in order, whatever its backend makes of its signal. */
function startingSignal(sources: readonly (AbortSignal | undefined)[]) {
  const starting = new AbortController();
  const detached = new AbortController();
  for (const source of sources) {
    if (source?.aborted) starting.abort(source.reason);
    source?.addEventListener("abort", () => starting.abort(source.reason), { signal: detached.signal });
  }
  return { signal: starting.signal, detach: () => detached.abort() };
}

import type { AgentEvent, Answers, EventOf } from "@nucleic/protocol";
import type { Context } from "../context.ts";
import type { RemoteSession } from "../host/remote-session.ts";
import { isOver, noResult, type TurnResult, takeResult } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";

/** Who answers the agent where there is no terminal. */
export interface Unattended {
  /** Every approval that comes is allowed. */
  readonly allows: boolean;
  readonly answer: (asked: EventOf<"questionAsked">) => Answers | undefined;
}

/** How a session is followed. */
export interface FollowOptions {
  /** The first record that is shown. */
  readonly fromSeq: number;
  /** Without it questions are declined where there is no terminal; approvals are for whoever was named at the start. */
  readonly unattended?: Unattended | undefined;
  /** Something to be said before the agent starts. */
  readonly beforeAgent?: (() => Promise<readonly string[]>) | undefined;
}

/**
 * Shows a session until its turn is over, then closes it in order and shows what that still brings. Ctrl-C interrupts
 * the turn; a second one, a SIGTERM or a reader that is gone closes the session at once.
 */
export async function follow(
  context: Context,
  session: RemoteSession,
  output: SessionOutput,
  { fromSeq, unattended, beforeAgent }: FollowOptions,
): Promise<TurnResult> {
  const end = AbortSignal.any([context.signals.ending, context.stdout.closed]);
  let closing: Promise<void> | undefined;
  const close = (settled: boolean) => {
    closing = session.close({ settled });
    // Awaited below; a failure before that must not end the process.
    closing.catch(() => undefined);
  };
  const atOnce = () => close(false);
  using resources = new DisposableStack();
  resources.defer(() => end.removeEventListener("abort", atOnce));
  end.addEventListener("abort", atOnce);
  if (end.aborted) atOnce();

  let result = noResult;
  for await (const event of session.subscribe({ fromSeq })) {
    // An event of a newer version has a kind that no switch here knows; every view names it and goes on.
    const known = event as AgentEvent;
    if (known.kind === "turnStarted")
      resources.use(context.signals.takeInterrupt(() => interrupt(session, output)));
    if (beforeAgent && known.kind === "statusChanged" && known.to === "starting")
      await output.note(await beforeAgent());
    await output.show(known);
    if (!context.terminal) await answerWithoutPerson(session, known, unattended);
    result = takeResult(result, known);
    if (isOver(result) && closing === undefined) close(true);
  }
  await closing;
  return end.aborted && result.outcome === undefined ? { ...result, outcome: "interrupted" } : result;
}

function interrupt(session: RemoteSession, output: SessionOutput): void {
  output.wait("interrupting; once more ends the run");
  // The turn's own end says how it went; a run that is over already has nothing to interrupt.
  session.interrupt().catch(() => undefined);
}

/** Nobody can be asked, and the agent is told so at once. */
async function answerWithoutPerson(
  session: RemoteSession,
  event: AgentEvent,
  unattended: Unattended | undefined,
): Promise<void> {
  if (event.kind === "questionAsked" && session.isOpen(event.questionId))
    await session.answerQuestion(event.questionId, unattended?.answer(event));
  if (event.kind === "approvalRequested" && !event.auto && unattended?.allows)
    await session.answerApproval(event.request.id, { kind: "allow" });
}

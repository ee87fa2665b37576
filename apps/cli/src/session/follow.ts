import type { AgentEvent, Answers, EventOf } from "@nucleic/protocol";
import type { Context } from "../context.ts";
import type { FollowedSession } from "../host/remote-session.ts";
import { isOver, noResult, type TurnResult, takeResult } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";

/** How a session is followed. */
export interface FollowOptions {
  /** The first record that is shown. */
  readonly fromSeq: number;
  /** Answers what the agent asks where there is no terminal; without it, or where it gives nothing, that is declined. */
  readonly unattended?: (asked: EventOf<"questionAsked">) => Answers | undefined;
  /** Runs between the last turn and the end of the run, while the session can still be written to. */
  readonly beforeClose: () => Promise<void>;
}

/**
 * Shows a session until its turn is over, then closes it in order and shows what that still brings. Ctrl-C interrupts
 * the turn; a second one, a SIGTERM or a reader that is gone closes the session at once.
 */
export async function follow(
  context: Context,
  session: FollowedSession,
  output: SessionOutput,
  options: FollowOptions,
): Promise<TurnResult> {
  const events = session.subscribe({ fromSeq: options.fromSeq });
  const end = AbortSignal.any([context.signals.ending, context.stdout.closed]);
  let closing: Promise<void> | undefined;
  const close = (before: () => Promise<void>) => {
    closing ??= before().finally(() => session.close());
  };
  const atOnce = () => close(async () => undefined);
  using resources = new DisposableStack();
  resources.defer(() => end.removeEventListener("abort", atOnce));
  end.addEventListener("abort", atOnce);
  if (end.aborted) atOnce();

  let result = noResult;
  for await (const event of events) {
    // An event of a newer version has a kind that no switch here knows; every view names it and goes on.
    const known = event as AgentEvent;
    if (known.kind === "turnStarted")
      resources.use(context.signals.takeInterrupt(() => interrupt(session, output)));
    await output.show(known);
    await answerWithoutPerson(context, session, known, options.unattended);
    result = takeResult(result, known);
    if (isOver(result)) close(options.beforeClose);
  }
  await closing;
  return end.aborted && result.outcome === undefined ? { ...result, outcome: "interrupted" } : result;
}

function interrupt(session: FollowedSession, output: SessionOutput): void {
  output.wait("interrupting; once more ends the run");
  // The turn's own end says how it went; a run that is over already has nothing to interrupt.
  session.interrupt().catch(() => undefined);
}

/** Where there is no terminal nobody can answer a question, and the agent is told so at once. */
async function answerWithoutPerson(
  context: Context,
  session: FollowedSession,
  event: AgentEvent,
  unattended: FollowOptions["unattended"],
): Promise<void> {
  if (event.kind !== "questionAsked" || context.terminal) return;
  const open = session.pendingQuestions.some((request) => request.id === event.questionId);
  if (open) await session.answerQuestion(event.questionId, unattended?.(event));
}

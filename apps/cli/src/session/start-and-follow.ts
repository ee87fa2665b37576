import type { SessionId } from "@nucleic/protocol";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import type { FollowedSession } from "../host/remote-session.ts";
import { summaryLines } from "../view/summary.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { turnExitCode } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";
import { shortId } from "./short-id.ts";

/** Where a session is held: in this process, or by a host. */
export interface Place<S extends FollowedSession> {
  /** Comes between the last turn and the end of the run, while the session can still be written to. */
  turnOver(session: S): Promise<void>;
  branchOf(id: SessionId): Promise<string | undefined>;
}

/** Starts a session and follows it from the moment it is there, so that nothing of its start is missed. */
export interface Starting<S extends FollowedSession> {
  readonly output: SessionOutput;
  /** What the summary says goes to stderr: stdout belongs to the events. */
  readonly quiet: boolean;
  /** Whether the summary says what to do next. Default: yes. */
  readonly nextSteps?: boolean;
  readonly unattended?: FollowOptions["unattended"];
  /** Told of the session as soon as it is there. */
  readonly watch?: ((session: S) => void) | undefined;
  start(onOpen: (session: S) => void): Promise<S>;
}

/** How it ended: the exit code, and the session, which is closed by now. */
export interface Followed<S extends FollowedSession> {
  readonly code: ExitCode;
  readonly session: S;
}

/** Starts, follows to the end of the turn, records what changed, and sums up. */
export async function startAndFollow<S extends FollowedSession>(
  context: Context,
  place: Place<S>,
  starting: Starting<S>,
): Promise<Followed<S>> {
  let opened: S | undefined;
  let followed: Promise<ExitCode> | undefined;
  const onOpen = (session: S) => {
    opened = session;
    starting.output.attach(session);
    starting.watch?.(session);
    followed = followAndSum(context, place, session, starting);
    // Awaited below; a failure before that must not end the process.
    followed.catch(() => undefined);
  };
  try {
    const session = await starting.start(onOpen);
    return { code: (await followed) ?? exitCodes.failed, session };
  } catch (error) {
    // The reason is in the transcript too: what is still to be shown is shown before it is told.
    await opened?.close();
    await followed?.catch(() => undefined);
    throw error;
  } finally {
    await starting.output[Symbol.asyncDispose]();
  }
}

async function followAndSum<S extends FollowedSession>(
  context: Context,
  place: Place<S>,
  session: S,
  { output, quiet, unattended, nextSteps = true }: Starting<S>,
): Promise<ExitCode> {
  const startMs = context.clock.monotonicMs();
  const result = await follow(context, session, output, {
    fromSeq: session.lastSeq + 1,
    beforeClose: () => place.turnOver(session),
    ...(unattended && { unattended }),
  });
  // The live rows go before the sum is printed below them.
  await output[Symbol.asyncDispose]();
  if (result.outcome === undefined) return exitCodes.failed;
  const exitCode = turnExitCode(result);
  const durationMs = context.clock.monotonicMs() - startMs;
  const summary = {
    exitCode,
    id: shortId(session.id),
    branch: await place.branchOf(session.id),
    transcript: output.transcript,
    durationMs,
    nextSteps,
  };
  if (quiet)
    await context.tell(summaryLines(summary, { ...context.frame(), style: context.errFrame().style }));
  else await context.stdout.lines(summaryLines(summary, context.frame()));
  return exitCode;
}

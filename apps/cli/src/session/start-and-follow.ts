import type { Session } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { summaryLines } from "../view/summary.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { turnExitCode } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";
import { shortId } from "./short-id.ts";

/** Starts a session and follows it from the moment it is there, so that nothing of its start is missed. */
export interface Starting {
  readonly output: SessionOutput;
  /** What the summary says goes to stderr: stdout belongs to the events. */
  readonly quiet: boolean;
  /** Whether the summary says what to do next. Default: yes. */
  readonly nextSteps?: boolean;
  readonly unattended?: FollowOptions["unattended"];
  /** Told of the session as soon as it is there. */
  readonly watch?: ((session: Session) => void) | undefined;
  start(onOpen: (session: Session) => void): Promise<Session>;
}

/** How it ended: the exit code, and the session, which is closed by now. */
export interface Followed {
  readonly code: ExitCode;
  readonly session: Session;
}

/** Starts, follows to the end of the turn, records what changed, and sums up. */
export async function startAndFollow(context: Context, app: App, starting: Starting): Promise<Followed> {
  let opened: Session | undefined;
  let followed: Promise<ExitCode> | undefined;
  const onOpen = (session: Session) => {
    opened = session;
    starting.output.attach(session);
    starting.watch?.(session);
    followed = followAndSum(context, app, session, starting);
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

async function followAndSum(
  context: Context,
  app: App,
  session: Session,
  { output, quiet, unattended, nextSteps = true }: Starting,
): Promise<ExitCode> {
  const startMs = context.clock.monotonicMs();
  const result = await follow(context, session, output, {
    fromSeq: session.lastSeq + 1,
    beforeClose: async () => {
      const record = await app.runtime.findSession(session.id);
      await app.worktrees.recordDiffstat(await projectOf(app, record), record, session);
    },
    ...(unattended && { unattended }),
  });
  // The live rows go before the sum is printed below them.
  await output[Symbol.asyncDispose]();
  if (result.outcome === undefined) return exitCodes.failed;
  const exitCode = turnExitCode(result);
  const { worktree } = await app.runtime.findSession(session.id);
  const durationMs = context.clock.monotonicMs() - startMs;
  const summary = {
    exitCode,
    id: shortId(session.id),
    branch: worktree?.branch,
    transcript: output.transcript,
    durationMs,
    nextSteps,
  };
  if (quiet)
    await context.tell(summaryLines(summary, { ...context.frame(), style: context.errFrame().style }));
  else await context.stdout.lines(summaryLines(summary, context.frame()));
  return exitCode;
}

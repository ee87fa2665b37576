import { type HostClient, HostError } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { itemOf } from "../host/find-item.ts";
import type { RemoteSession } from "../host/remote-session.ts";
import type { TerminalPresence } from "../host/terminal-presence.ts";
import { configurationNotice } from "../project/trust-notice.ts";
import { errorLines } from "../view/error-lines.ts";
import { summaryLines } from "../view/summary.ts";
import { follow, type Unattended } from "./follow.ts";
import { type TurnResult, turnExitCode } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";
import { shortId } from "./short-id.ts";

/** Starts a session and follows it from the moment it is there, so that nothing of its start is missed. */
export interface Starting {
  readonly output: SessionOutput;
  /** What the summary says goes to stderr: stdout belongs to the events. */
  readonly quiet: boolean;
  /** Whether the summary says what to do next. Default: yes. */
  readonly nextSteps?: boolean;
  readonly unattended?: Unattended;
  /** Says that the person looks at it. */
  readonly presence?: TerminalPresence | undefined;
  start(onOpen: (session: RemoteSession) => void): Promise<RemoteSession>;
}

/** How it ended: the exit code, and the session, which is closed by now. */
export interface Followed {
  readonly code: ExitCode;
  readonly session: RemoteSession;
}

/** Starts, follows to the end of the turn, and sums up. */
export async function startAndFollow(
  context: Context,
  client: HostClient,
  starting: Starting,
): Promise<Followed> {
  let opened: RemoteSession | undefined;
  let followed: Promise<ExitCode> | undefined;
  const onOpen = (session: RemoteSession) => {
    opened = session;
    starting.output.attach(session);
    starting.presence?.watch(session);
    followed = followAndSum(context, client, session, starting);
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
  client: HostClient,
  session: RemoteSession,
  { output, quiet, unattended, nextSteps = true }: Starting,
): Promise<ExitCode> {
  const startMs = context.clock.monotonicMs();
  const result = await follow(context, session, output, {
    fromSeq: session.lastSeq + 1,
    beforeAgent: () => configurationNotice(context, client, session.id),
    unattended,
  });
  // The live rows go before the sum is printed below them.
  await output[Symbol.asyncDispose]();
  const exitCode = turnExitCode(result);
  if (result.outcome !== undefined) {
    const durationMs = context.clock.monotonicMs() - startMs;
    const { branch } = await itemOf(client, session.id);
    const id = shortId(session.id);
    const { transcript } = output;
    const summary = { exitCode, id, branch, transcript, durationMs, nextSteps };
    if (quiet)
      await context.tell(summaryLines(summary, { ...context.frame(), style: context.errFrame().style }));
    else await context.stdout.lines(summaryLines(summary, context.frame()));
  }
  if (quiet) await tellFailure(context, result);
  return exitCode;
}

/** Where people look it is on the screen already. */
async function tellFailure(context: Context, { outcome, failure }: TurnResult): Promise<void> {
  if (failure === undefined || outcome === "completed" || outcome === "interrupted") return;
  await context.tell(errorLines(new HostError(failure), context.errFrame()));
}

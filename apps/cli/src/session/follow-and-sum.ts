import type { Session } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../exit-code.ts";
import { summaryLines } from "../view/summary.ts";
import { follow } from "./follow.ts";
import { turnExitCode } from "./outcome.ts";
import type { SessionOutput } from "./session-output.ts";
import { shortId } from "./short-id.ts";

/** Follows a session to the end of its turn, records what it changed, and sums up. Gives the exit code. */
export async function followAndSum(
  context: Context,
  app: App,
  session: Session,
  output: SessionOutput,
  options: { readonly fromSeq: number; readonly json: boolean },
): Promise<ExitCode> {
  const startMs = context.clock.monotonicMs();
  const beforeClose = () => app.worktrees.recordDiffstat(session);
  const result = await follow(context, session, output, { fromSeq: options.fromSeq, beforeClose });
  const exitCode = turnExitCode(result);
  // The live rows go before the sum is printed below them.
  await output[Symbol.asyncDispose]();
  const { worktree } = await app.runtime.findSession(session.id);
  const summary = {
    exitCode,
    id: shortId(session.id),
    branch: worktree?.branch,
    transcript: output.transcript,
    durationMs: context.clock.monotonicMs() - startMs,
  };
  if (context.terminal && !options.json) await context.stdout.lines(summaryLines(summary, context.frame()));
  else await context.tell(summaryLines(summary, { ...context.frame(), width: 100 }));
  return exitCode;
}

import type { Session } from "@nucleic/runtime";
import { type Approve, approvalMode } from "../approvals/mode.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { findSession } from "../session/find.ts";
import { followAndSum } from "../session/follow-and-sum.ts";
import { sessionOutput } from "../session/session-output.ts";
import { titleOf } from "./run.ts";

/** What `resume` and `send` take. */
export interface ResumeFlags {
  readonly approve: Approve;
  readonly json?: boolean;
  readonly fork?: boolean;
  readonly model?: string;
  readonly mode?: string;
}

/** Takes a session up where it was left, in its own worktree, and shows the turn that the message begins. */
export function resume(part: string, message: string | undefined, flags: ResumeFlags): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const json = flags.json === true;
    const text = message ?? "Go on where you were interrupted.";
    let root = record.cwd;
    let opened: Session | undefined;
    let followed: Promise<ExitCode> | undefined;
    await using output = sessionOutput(context, json);
    try {
      await app.runtime.resumeSession(record.id, {
        input: text,
        approvals: approvalMode(flags.approve, context.terminal !== undefined && !json, () => root),
        signal: context.signals.ending,
        ...(flags.model !== undefined && { model: flags.model }),
        ...(flags.mode !== undefined && { mode: flags.mode }),
        ...(flags.fork && { fork: await app.worktrees.fork(record, titleOf(text)) }),
        onOpen: (session) => {
          opened = session;
          root = session.cwd;
          output.attach(session);
          followed = followAndSum(context, app, session, output, { fromSeq: session.lastSeq + 1, json });
          // Awaited below; a failure before that must not end the process.
          followed.catch(() => undefined);
        },
      });
      return (await followed) ?? exitCodes.failed;
    } catch (error) {
      await opened?.close();
      await followed?.catch(() => undefined);
      throw error;
    }
  };
}

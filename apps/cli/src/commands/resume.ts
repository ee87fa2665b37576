import { titleOf } from "@nucleic/host";
import { type Approve, approvalMode } from "../approvals/mode.ts";
import { policiesFor } from "../approvals/policies-for.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { connectToHost } from "../host/connect.ts";
import { resumeThroughHost } from "../host/through-host.ts";
import { chooseBackend } from "../project/choose-backend.ts";
import { projectOf } from "../project/project-at.ts";
import { untrustedNotice } from "../project/trust-notice.ts";
import { agentVariables } from "../session/agent-variables.ts";
import { findSession } from "../session/find.ts";
import { goOn } from "../session/go-on.ts";
import { localPlace } from "../session/local-place.ts";
import { type NotifyWhen, notifying } from "../session/notifying.ts";
import { sessionOutput } from "../session/session-output.ts";
import { startAndFollow } from "../session/start-and-follow.ts";

/** What `resume` and `send` take. */
export interface ResumeFlags {
  readonly approve: Approve;
  readonly json?: boolean;
  readonly fork?: boolean;
  readonly model?: string;
  readonly mode?: string;
  readonly env?: readonly string[];
  readonly notify: NotifyWhen;
}

/** Takes a session up where it was left, in its own worktree, and shows the turn that the message begins. */
export function resume(part: string, message: string | undefined, flags: ResumeFlags): Command {
  return async (context) => {
    const quiet = flags.json === true || !context.terminal;
    const client = await connectToHost(context);
    if (client) return resumeThroughHost(context, client, { part, message, flags });
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    const backend = chooseBackend(app, { named: record.backend });
    const policies = await policiesFor(context, flags.approve, project.id);
    await using notice = await notifying(context, app, flags.notify);
    const output = sessionOutput(context, quiet ? "lines" : "terminal", notice.onFocus);
    // One that never had an agent is told its task instead, which the runtime has kept.
    const input = message ?? (record.backendSessionId === undefined ? undefined : goOn);
    const { code } = await startAndFollow(context, localPlace(context, app), {
      output,
      quiet,
      watch: (session) => notice.watch(session, record),
      start: async (onOpen) => {
        const frame = context.errFrame();
        if (record.cwd !== undefined)
          await output.note(await untrustedNotice(app, backend, project, record.cwd, frame));
        return app.runtime.resumeSession(record.id, {
          ...(input !== undefined && { input }),
          approvals: approvalMode(flags.approve, !quiet, {
            policies,
            root: () => record.cwd,
            backend: record.backend,
          }),
          env: agentVariables(flags.env, context.env),
          signal: context.signals.ending,
          ...(flags.model !== undefined && { model: flags.model }),
          ...(flags.mode !== undefined && { mode: flags.mode }),
          ...(flags.fork && { fork: { title: titleOf(input ?? goOn) } }),
          onOpen,
        });
      },
    });
    return code;
  };
}

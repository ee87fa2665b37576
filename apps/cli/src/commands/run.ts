import { titleOf } from "@nucleic/host";
import { type Approve, approvalMode } from "../approvals/mode.ts";
import { policiesFor } from "../approvals/policies-for.ts";
import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { connectOrStartHost, connectToHost } from "../host/connect.ts";
import { runThroughHost } from "../host/through-host.ts";
import { chooseBackend } from "../project/choose-backend.ts";
import { projectAt } from "../project/project-at.ts";
import { agentVariables } from "../session/agent-variables.ts";
import { type NotifyWhen, notifying } from "../session/notifying.ts";
import { runTask } from "../session/run-task.ts";
import { sessionOutput } from "../session/session-output.ts";

/** What `run` takes besides the task. */
export interface RunFlags {
  readonly backend?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly env?: readonly string[];
  readonly project?: string;
  readonly approve: Approve;
  readonly json?: boolean;
  readonly title?: string;
  readonly notify: NotifyWhen;
  readonly detach?: boolean;
  readonly ship?: boolean;
}

/** Runs a task in a worktree of its own and shows it until the turn is over. */
export function run(text: string, flags: RunFlags): Command {
  return async (context) => {
    if (text.trim() === "")
      throw new CliError("usage", "the task is empty", 'say what is to be done: nucleic run "<task>"');
    if (flags.ship && flags.approve !== "policy")
      throw new CliError(
        "usage",
        "what ships by itself works by policy",
        "leave --approve out, or name policy there",
      );
    const quiet = flags.json === true || !context.terminal;
    const client = await (flags.detach ? connectOrStartHost(context) : connectToHost(context));
    if (client) return runThroughHost(context, client, text, flags);
    await using app = await openApp(context);
    const project = await projectAt(app, flags.project ?? context.cwd);
    const backend = chooseBackend(app, { named: flags.backend, model: flags.model, project });
    const policies = await policiesFor(context, flags.approve, project.id);
    await using notice = await notifying(context, app, flags.notify);
    const title = flags.title ?? titleOf(text);
    const { code } = await runTask(context, app, project, {
      text,
      backend,
      env: agentVariables(flags.env, context.env),
      approvals: (root) =>
        approvalMode(flags.approve, !quiet, { policies, root, backend: backend.describe().id }),
      output: sessionOutput(context, quiet ? "lines" : "terminal", notice.onFocus),
      watch: (session) => notice.watch(session, { projectId: project.id, title }),
      quiet,
      title,
      ...(flags.ship && { ship: true }),
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.mode !== undefined && { mode: flags.mode }),
    });
    return code;
  };
}

import type { ProjectRecord, Session } from "@nucleic/runtime";
import { type Approve, approvalMode } from "../approvals/mode.ts";
import { type App, openApp } from "../compose.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { chooseBackend } from "../project/choose-backend.ts";
import { projectAt } from "../project/project-at.ts";
import { warnUntrusted } from "../project/trust-notice.ts";
import { followAndSum } from "../session/follow-and-sum.ts";
import { sessionOutput } from "../session/session-output.ts";

/** What `run` takes besides the task. */
export interface RunFlags {
  readonly backend?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly project?: string;
  readonly approve: Approve;
  readonly json?: boolean;
  readonly title?: string;
}

/** Runs a task in a worktree of its own and shows it until the turn is over. */
export function run(task: string, flags: RunFlags): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = await projectAt(app, flags.project ?? context.cwd);
    const backend = chooseBackend(app, project, flags.backend);
    await warnUntrusted(context, app, backend, project);
    const { code } = await runTask(context, app, project, { ...flags, backend: backend.describe().id, task });
    return code;
  };
}

/** The same for whoever has an app already. */
export async function runTask(
  context: Context,
  app: App,
  project: ProjectRecord,
  what: RunFlags & { readonly backend: string; readonly task: string },
): Promise<{ readonly code: ExitCode; readonly session: Session }> {
  const json = what.json === true;
  let root: string | undefined;
  let opened: Session | undefined;
  let followed: Promise<ExitCode> | undefined;
  await using output = sessionOutput(context, json);
  const onOpen = (session: Session) => {
    opened = session;
    output.attach(session);
    followed = followAndSum(context, app, session, output, { fromSeq: 1, json });
    // Awaited below; a failure before that must not end the process.
    followed.catch(() => undefined);
  };
  try {
    const session = await app.runtime.createSession({
      projectId: project.id,
      backend: what.backend,
      title: what.title ?? titleOf(what.task),
      input: what.task,
      approvals: approvalMode(what.approve, context.terminal !== undefined && !json, () => root),
      signal: context.signals.ending,
      ...(what.model !== undefined && { model: what.model }),
      ...(what.mode !== undefined && { mode: what.mode }),
      workspace: async (preparation) => {
        const workspace = await app.worktrees.create(project, what.title ?? titleOf(what.task), preparation);
        root = workspace.cwd;
        return workspace;
      },
      onOpen,
    });
    return { code: (await followed) ?? exitCodes.failed, session };
  } catch (error) {
    await opened?.close();
    await followed?.catch(() => undefined);
    throw error;
  }
}

/** The task's first line, short enough for a list and for a branch. */
export function titleOf(task: string): string {
  const line = task.trim().split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${line.slice(0, 59).trimEnd()}…`;
}

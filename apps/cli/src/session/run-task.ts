import { setShip, titleOf } from "@nucleic/host";
import type { AgentBackend } from "@nucleic/protocol";
import type { ApprovalMode, ProjectRecord, Session } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import { untrustedNotice } from "../project/trust-notice.ts";
import { localPlace } from "./local-place.ts";
import { type Followed, type Starting, startAndFollow } from "./start-and-follow.ts";

/** A task, who does it, and who answers for it. */
export interface Task extends Omit<Starting<Session>, "start"> {
  readonly text: string;
  readonly title?: string;
  readonly backend: AgentBackend;
  readonly model?: string;
  readonly mode?: string;
  /** Its work goes into the project's branch by itself, once it is done. */
  readonly ship?: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** `root` gives the worktree once it is there. */
  readonly approvals: (root: () => string | undefined) => ApprovalMode;
}

/** Runs a task in a new session, in a worktree of its own, to the end of its turn. */
export function runTask(
  context: Context,
  app: App,
  project: ProjectRecord,
  task: Task,
): Promise<Followed<Session>> {
  let root: string | undefined;
  const title = task.title ?? titleOf(task.text);
  return startAndFollow(context, localPlace(context, app), {
    ...task,
    start: (onOpen) =>
      app.runtime.createSession({
        projectId: project.id,
        backend: task.backend.describe().id,
        title,
        input: task.text,
        approvals: task.approvals(() => root),
        env: task.env,
        signal: context.signals.ending,
        ...(task.model !== undefined && { model: task.model }),
        ...(task.mode !== undefined && { mode: task.mode }),
        workspace: async (preparation) => {
          const workspace = await app.worktrees.create(project, title, preparation);
          root = workspace.cwd;
          if (task.ship) await setShip(app.runtime, preparation.sessionId, true);
          const frame = context.errFrame();
          await task.output.note(await untrustedNotice(app, task.backend, project, root, frame));
          return workspace;
        },
        onOpen,
      }),
  });
}

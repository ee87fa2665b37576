import { sharedWorktree } from "@nucleic/host";
import type { ProjectRecord, SessionRecord } from "@nucleic/runtime";
import { type MergeStrategy, openPullRequest } from "@nucleic/worktree";
import { CliError } from "../cli-error.ts";
import { type App, openApp } from "../compose.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { projectOf } from "../project/project-at.ts";
import { findSession } from "../session/find.ts";
import { integrateSession } from "../session/integrate.ts";
import { shortId } from "../session/short-id.ts";
import { integrationReport } from "../view/integration-lines.ts";
import { safeLine } from "../view/sanitize.ts";

/** What `integrate` takes. */
export interface IntegrateFlags {
  readonly target?: string;
  readonly message?: string;
  readonly strategy?: MergeStrategy;
  readonly verify?: string;
  readonly pullRequest?: boolean;
}

/** Brings a session's work into a branch of its project. Exit code 4 where it does not go as things stand. */
export function integrate(part: string, flags: IntegrateFlags): Command {
  return async (context) => {
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const project = await projectOf(app, record);
    if (flags.pullRequest) return await pullRequest(context, app, { project, record, flags });
    const target = flags.target ?? (await app.worktrees.target(project, record));
    const result = await integrateSession(app, project, record, {
      target,
      message: flags.message ?? record.title,
      signal: context.signals.ending,
      ...(flags.strategy !== undefined && { strategy: flags.strategy }),
      ...(flags.verify !== undefined && { verify: flags.verify }),
    });
    const { lines, exitCode } = integrationReport(result, target, shortId(record.id));
    if (exitCode === exitCodes.done) await context.stdout.lines(lines);
    else await context.tell(lines);
    return exitCode;
  };
}

/** Nothing is merged here: the work goes to the remote, and a request stands for it. */
async function pullRequest(
  context: Context,
  app: App,
  {
    project,
    record,
    flags,
  }: {
    readonly project: ProjectRecord;
    readonly record: SessionRecord;
    readonly flags: IntegrateFlags;
  },
): Promise<ExitCode> {
  if (flags.strategy !== undefined || flags.verify !== undefined)
    throw new CliError(
      "usage",
      "a pull request is merged and verified elsewhere",
      "leave --strategy and --verify out, or --pull-request",
    );
  const { owner } = await sharedWorktree(app.runtime, record);
  const base = flags.target ?? (await app.worktrees.target(project, record));
  // Held meanwhile, so that no agent writes into what is being pushed.
  await using _held = await app.runtime.openSession(record.id);
  const { url, created } = await openPullRequest({
    ...(await app.worktrees.at(project, record, owner)),
    title: record.title,
    body: flags.message ?? "",
    base,
    signal: context.signals.ending,
  });
  await context.stdout.lines([`${created ? "opened" : "brought up to date:"} ${safeLine(url)}`]);
  return exitCodes.done;
}

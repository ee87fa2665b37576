import { resolve } from "node:path";
import type { ProjectId } from "@nucleic/protocol";
import type { ProjectRecord } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { type App, openApp } from "../compose.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
import { type TrustState, trustState } from "../project/trust.ts";
import { shortId } from "../session/short-id.ts";
import { confirm } from "../term/confirm.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { table } from "../view/table.ts";
import { trustLines } from "../view/trust-lines.ts";

/** Lists the registered repositories. */
export function projectLs(flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using app = await openApp(context);
    const projects = await app.runtime.projects.list();
    if (flags.json) {
      await context.stdout.lines(projects.map((project) => JSON.stringify(project)));
      return exitCodes.done;
    }
    if (projects.length === 0)
      await context.tell("no projects yet: nucleic project add <dir>, or just nucleic run in one");
    const rows = projects.map((one) => [
      safeLine(one.name),
      safeLine(one.defaultBranch),
      safeLine(one.rootPath),
    ]);
    const layout = [
      { head: "NAME", min: 6, paint: context.frame().style.bold },
      { head: "BRANCH", min: 6 },
      { head: "FOLDER", min: 10, grow: true },
    ];
    if (rows.length > 0) await context.stdout.lines(table(layout, rows, context.frame()));
    return exitCodes.done;
  };
}

/** Registers a repository. `run` does it by itself. */
export function projectAdd(dir: string | undefined): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = await projectAt(app, dir ?? context.cwd);
    await context.stdout.lines([safeLine(project.rootPath)]);
    return exitCodes.done;
  };
}

/** Forgets a repository that has no sessions. Nothing in it changes. */
export function projectRm(dir: string | undefined): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = await knownProject(app, resolve(context.cwd, dir ?? "."));
    const sessions = await app.runtime.listSessions({ projectId: project.id, includeArchived: true });
    if (sessions.length > 0)
      throw new CliError(
        "projectInUse",
        `${project.rootPath} has ${plural(sessions.length, "session")}`,
        `nucleic rm --purge each first: ${sessions.map((one) => shortId(one.id)).join(", ")}`,
      );
    await app.runtime.projects.remove(project.id);
    await context.stdout.lines([`forgot ${safeLine(project.rootPath)}`]);
    return exitCodes.done;
  };
}

/** By the folder as it was registered, which may be gone by now; else by the repository that it is in. */
async function knownProject(app: App, dir: string): Promise<ProjectRecord> {
  const known = await app.runtime.projects.byRoot(dir);
  if (known) return known;
  const { rootPath } = await app.worktrees.repositoryAt(dir);
  const project = await app.runtime.projects.byRoot(rootPath);
  if (project) return project;
  throw new CliError("usage", `${rootPath} is not registered`, "nucleic project ls lists what is");
}

/** Shows what the repository's configuration would make each agent run or widen, and asks whether to trust it. */
export function projectTrust(
  dir: string | undefined,
  flags: { readonly yes?: boolean; readonly revoke?: boolean },
): Command {
  return async (context) => {
    await using app = await openApp(context);
    const project = await projectAt(app, dir ?? context.cwd);
    if (flags.revoke) {
      await app.runtime.trust.revoke(project.id);
      await context.tell(`no configuration of ${safeLine(project.rootPath)} is trusted any more`);
      return exitCodes.done;
    }
    const states = await app.worktrees.inCheckout(project, context.ids.session(), (checkout) =>
      Promise.all(
        [...app.runtime.backends.values()].map((backend) => trustState(app, backend, project, checkout)),
      ),
    );
    let code: ExitCode = exitCodes.done;
    for (const state of states)
      if (state && !(await trustOne(context, app, state, project.id, flags.yes === true)))
        code = exitCodes.denied;
    return code;
  };
}

/** Whether this agent's configuration is trusted in the end. */
async function trustOne(
  context: Context,
  app: App,
  state: TrustState,
  projectId: ProjectId,
  yes: boolean,
): Promise<boolean> {
  const { displayName, config } = state;
  if (config.items.length === 0) {
    await context.stdout.lines([
      `${displayName}: this repository configures nothing that runs or widens anything`,
    ]);
    return true;
  }
  await context.stdout.lines([
    `${displayName}: this repository's own configuration has ${plural(config.items.length, "item")}`,
    ...trustLines(config.items, context.frame()),
  ]);
  if (state.trusted) {
    await context.tell(`trusted already, as it stands (${config.hash.slice(0, 12)})`);
    return true;
  }
  if (!(yes || (await asks(context)))) {
    await context.tell("not trusted: it will not be loaded");
    return false;
  }
  await app.runtime.trust.trust(projectId, state.backend, config.hash);
  await context.tell(
    `trusted, exactly as it stands now (${config.hash.slice(0, 12)}); any change asks again`,
  );
  return true;
}

async function asks(context: Context): Promise<boolean> {
  if (context.terminal) return confirm(context, context.terminal, "Trust all of this?");
  throw new CliError(
    "needsTerminal",
    "there is no terminal to ask on",
    "read the list, then: nucleic project trust --yes",
  );
}

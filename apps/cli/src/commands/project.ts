import { resolve } from "node:path";
import type { ProjectItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { shortId } from "../session/short-id.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { table } from "../view/table.ts";

/** Lists the registered repositories. */
export function projectLs(flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const projects = await open.client.query("projects", {});
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
    await using open = await openClient(context);
    const project = await projectHere(open.client, context, dir);
    await context.stdout.lines([safeLine(project.rootPath)]);
    return exitCodes.done;
  };
}

/** Forgets a repository that has no sessions. Nothing in it changes. */
export function projectRm(dir: string | undefined): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const project = await knownProject(client, resolve(context.cwd, dir ?? "."));
    const sessions = (await client.board()).sessions.filter((one) => one.projectId === project.id);
    if (sessions.length > 0)
      throw new CliError(
        "projectInUse",
        `${project.rootPath} has ${plural(sessions.length, "session")}`,
        `nucleic rm --purge each first: ${sessions.map((one) => shortId(one.id)).join(", ")}`,
      );
    await client.intent("removeProject", { projectId: project.id });
    await context.stdout.lines([`forgot ${safeLine(project.rootPath)}`]);
    return exitCodes.done;
  };
}

/** By the folder as it was registered, which may be gone by now; else by the repository that it is in. */
async function knownProject(client: HostClient, dir: string): Promise<ProjectItem> {
  const known = (await client.query("projects", {})).find(({ rootPath }) => rootPath === dir);
  const project = known ?? (await client.query("projectAt", { path: dir })).project;
  if (project) return project;
  throw new CliError("usage", `${dir} is not registered`, "nucleic project ls lists what is");
}

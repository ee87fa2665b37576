import { resolve } from "node:path";
import type { ProjectItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { projectThere } from "../remote/project-there.ts";

type Place = Pick<Context, "cwd" | "remote">;

/**
 * The project of the repository that a folder is in, registered now where it was not yet; of a host on another machine, which has
 * other folders, the one that is called so. @throws HostError `notARepository`; CliError `unknownProject`
 */
export async function projectHere(
  client: HostClient,
  { cwd, remote }: Place,
  dir?: string,
): Promise<ProjectItem> {
  if (remote !== undefined) return projectThere(await client.query("projects", {}), dir);
  const { projectId } = await client.intent("addProject", { path: resolve(cwd, dir ?? ".") });
  const project = (await client.query("projects", {})).find(({ id }) => id === projectId);
  if (project === undefined)
    throw new TypeError("the host does not list the project that it has just taken in");
  return project;
}

/** The same for what `--project` names; nothing where it names none. */
export async function projectNamed(
  client: HostClient,
  place: Place,
  dir: string | undefined,
): Promise<ProjectItem | undefined> {
  return dir === undefined ? undefined : projectHere(client, place, dir);
}

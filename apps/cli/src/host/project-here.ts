import { resolve } from "node:path";
import type { ProjectItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";

/** The project of the repository that a folder is in, registered now where it was not yet. @throws HostError `notARepository` */
export async function projectHere(client: HostClient, cwd: string, dir = "."): Promise<ProjectItem> {
  const { projectId } = await client.intent("addProject", { path: resolve(cwd, dir) });
  const project = (await client.query("projects", {})).find(({ id }) => id === projectId);
  if (project === undefined)
    throw new TypeError("the host does not list the project that it has just taken in");
  return project;
}

/** The same for what `--project` names; nothing where it names none. */
export async function projectNamed(
  client: HostClient,
  cwd: string,
  dir: string | undefined,
): Promise<ProjectItem | undefined> {
  return dir === undefined ? undefined : projectHere(client, cwd, dir);
}

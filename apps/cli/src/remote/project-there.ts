import type { ProjectItem } from "@nucleic/protocol/messages";
import { CliError } from "../cli-error.ts";
import { safeLine } from "../view/sanitize.ts";

/**
 * A project of a host on another machine: by its name, its folder there, or how its id begins or ends; without one, the only
 * one there is. @throws CliError `unknownProject`
 */
export function projectThere(projects: readonly ProjectItem[], part: string | undefined): ProjectItem {
  const [found, ...others] = part === undefined ? projects : projects.filter((one) => isCalled(one, part));
  if (found !== undefined && others.length === 0) return found;
  const message =
    part === undefined
      ? found === undefined
        ? "the host has no project that this machine may know of"
        : "the host has several projects"
      : `${found === undefined ? "no project" : "more than one project"} of the host is called ${part}`;
  const names = projects.map(({ name, rootPath }) => `${safeLine(name)} (${safeLine(rootPath)})`).join(", ");
  throw new CliError(
    "unknownProject",
    message,
    names === "" ? "nucleic project add, on the host's machine" : `name one with --project: ${names}`,
  );
}

function isCalled({ id, name, rootPath }: ProjectItem, part: string): boolean {
  return (
    name === part || rootPath === part || (part.length >= 4 && (id.startsWith(part) || id.endsWith(part)))
  );
}

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/**
 * Finds a program as a shell would: a name is looked up in `env.PATH`, a path is taken as it is. Answers an absolute
 * path to a file that may be executed, or `undefined`.
 *
 * Symbolic links are left as they are, since many programs act by the name they were called with. Empty and relative
 * entries of PATH are passed over: they would run whatever stands in the current folder, which may be a stranger's
 * repository.
 */
export async function findExecutable(
  nameOrPath: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  for (const candidate of candidates(nameOrPath, env.PATH ?? "")) {
    if (await isExecutableFile(candidate)) return candidate;
  }
  return undefined;
}

function candidates(nameOrPath: string, path: string): string[] {
  if (nameOrPath === "") return [];
  if (nameOrPath.includes("/")) return [resolve(nameOrPath)];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, nameOrPath));
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Missing, forbidden, a broken link or a loop of links: not a program we could start.
    return false;
  }
}

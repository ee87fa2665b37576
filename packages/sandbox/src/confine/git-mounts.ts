import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Bind, exists } from "./bind.ts";
import type { GitDirectories } from "./git-directories.ts";

/**
 * What of git is there inside, and how. The order is that of the depth: what is read only lies upon what can be written.
 *
 * Whoever writes a repository's settings, hooks, attributes, or the files that say where these are, runs programs as the
 * host the next time that git runs there. A file that is mounted by itself can neither be replaced nor renamed inside,
 * and neither can a folder that is.
 */
export async function gitMounts(git: GitDirectories): Promise<readonly Bind[]> {
  if (git.kind === "none") return [];
  // A main checkout keeps HEAD and the index beside its settings, and git would obey a `commondir` file created there.
  if (git.kind === "main") return [read(git.gitDir)];
  const { adminDir, commonDir, gitFile, ref } = git;
  await mkdir(join(commonDir, "objects/info"), { recursive: true });
  return [
    read(gitFile),
    read(commonDir),
    write(join(commonDir, "objects")),
    read(join(commonDir, "objects/info")),
    ...(ref === undefined ? [] : await refMounts(commonDir, ref)),
    write(adminDir),
    ...(await existing(adminDir, ["commondir", "gitdir", "locked", "modules"])).map(read),
    // Settings of the worktree alone. An empty file stays behind where there was none, and says nothing.
    await guardedFile(join(adminDir, "config.worktree")),
  ];
}

/**
 * Git writes a branch beside itself and renames it, so the folder must be writable. Other branches that have a file in it
 * can't be changed; those that are packed, or made later, can.
 */
async function refMounts(commonDir: string, ref: string): Promise<readonly Bind[]> {
  const folder = dirname(join(commonDir, ref));
  await mkdir(folder, { recursive: true });
  const own = join(commonDir, ref);
  const others = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => path !== own);
  const log = join(commonDir, "logs", ref);
  return [
    write(folder),
    ...others.filter((path) => !path.endsWith(".lock")).map(read),
    write((await guardedFile(log)).path),
  ];
}

async function guardedFile(path: string): Promise<Bind> {
  await mkdir(dirname(path), { recursive: true });
  await (await open(path, "a")).close();
  return read(path);
}

async function existing(folder: string, names: readonly string[]): Promise<string[]> {
  const paths = names.map((name) => join(folder, name));
  const there = await Promise.all(paths.map(exists));
  return paths.filter((_, at) => there[at]);
}

const read = (path: string): Bind => ({ path, access: "read" });
const write = (path: string): Bind => ({ path, access: "write" });

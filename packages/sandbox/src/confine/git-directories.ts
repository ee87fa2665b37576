import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SandboxError } from "../error.ts";

/** Where git keeps what belongs to a worktree. */
export type GitDirectories =
  | { readonly kind: "none" }
  /** A main checkout, or a repository of its own. */
  | { readonly kind: "main"; readonly gitDir: string }
  | {
      readonly kind: "linked";
      /** The worktree's own file that names the others. */
      readonly gitFile: string;
      readonly adminDir: string;
      readonly commonDir: string;
      /** Full name of the branch it is on, `undefined` where HEAD is detached. */
      readonly ref: string | undefined;
    };

/**
 * Finds them without running git, which would follow whatever the repository says. A `.git` file is believed only where
 * the folder that it names points back at it: otherwise an agent could have any folder opened by writing one.
 * @throws SandboxError `gitUnsafe`
 */
export async function gitDirectories(worktree: string): Promise<GitDirectories> {
  const gitFile = join(worktree, ".git");
  const found = await stat(gitFile).catch(() => undefined);
  if (found === undefined) return { kind: "none" };
  if (found.isDirectory()) return { kind: "main", gitDir: await mustBeReal(gitFile) };
  const named = /^gitdir: (.+)\n?$/.exec(await readFile(await mustBeReal(gitFile), "utf8"))?.[1];
  if (named === undefined) throw unsafe(gitFile);
  const adminDir = await real(resolve(worktree, named), gitFile);
  const back = resolve(adminDir, await line(join(adminDir, "gitdir"), gitFile));
  const commonDir = await real(resolve(adminDir, await line(join(adminDir, "commondir"), gitFile)), gitFile);
  const inPlace = dirname(adminDir) === join(commonDir, "worktrees") && basename(back) === ".git";
  if (!inPlace || (await real(dirname(back), gitFile)) !== worktree) throw unsafe(gitFile);
  const ref = /^ref: (refs\/heads\/.+)$/.exec(await line(join(adminDir, "HEAD"), gitFile))?.[1];
  // Git itself makes no such name; a path is made of it.
  if (ref?.split("/").some((part) => part === "" || part === "." || part === "..")) throw unsafe(gitFile);
  return { kind: "linked", gitFile, adminDir, commonDir, ref };
}

/** A link in the place of `.git` would lead wherever the last program that wrote it wanted. */
async function mustBeReal(path: string): Promise<string> {
  if ((await real(path, path)) !== path) throw unsafe(path);
  return path;
}

async function real(path: string, gitFile: string): Promise<string> {
  return realpath(path).catch((cause: unknown) => Promise.reject(unsafe(gitFile, cause)));
}

async function line(path: string, gitFile: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => Promise.reject(unsafe(gitFile, cause)));
  return text.trimEnd();
}

function unsafe(gitFile: string, cause?: unknown): SandboxError {
  return new SandboxError("gitUnsafe", `${gitFile} names no repository that knows this worktree`, {
    cause,
    hint: "git worktree repair",
  });
}

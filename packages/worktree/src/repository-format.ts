import { readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { WorktreeError } from "./error.ts";
import { type Git, splitNul } from "./git.ts";

/** What git 2.38, the oldest that will do, knows (gitrepository-layout(5), "extensions"). */
const KNOWN = new Set([
  "noop",
  "noop-v1",
  "partialclone",
  "preciousobjects",
  "worktreeconfig",
  "objectformat",
]);

/** The first git that knows an extension. */
const SINCE: Readonly<Record<string, string>> = {
  refstorage: "2.45",
  compatobjectformat: "2.45",
  relativeworktrees: "2.48",
};

/**
 * Why git does not open the repository at a path, where that is an extension made by a newer git. Such a git writes
 * `relativeWorktrees` into a repository as soon as someone with `worktree.useRelativePaths` adds a worktree.
 */
export async function unknownExtension(git: Git, path: string): Promise<WorktreeError | undefined> {
  const found = await findConfig(resolve(path));
  if (found === undefined) return undefined;
  const args = ["config", "--file", found.file, "-z", "--name-only", "--get-regexp", "^extensions\\."];
  const { stdout } = await git.at(tmpdir()).run(args, { accept: [0, 1, 3, 128] });
  const unknown = splitNul(stdout)
    .map((key) => key.slice("extensions.".length).toLowerCase())
    .filter((name) => !KNOWN.has(name));
  if (unknown.length === 0) return undefined;
  const needs = unknown.map((name) => SINCE[name]).filter((version) => version !== undefined);
  return new WorktreeError(
    "unknownExtension",
    `${found.top} uses ${unknown.join(", ")}, which git does not know`,
    {
      hint: `Install a newer git${needs.length === 0 ? "" : `, ${needs.sort().at(-1)} at least`}.`,
      paths: [found.top],
    },
  );
}

/** Finds the configuration of the repository a path lies in, whether or not git would open it. */
export async function findConfig(path: string): Promise<{ top: string; file: string } | undefined> {
  for (let top = path; ; top = dirname(top)) {
    const marker = join(top, ".git");
    const found = await stat(marker).catch(() => undefined);
    if (found?.isDirectory()) return { top, file: join(marker, "config") };
    if (found?.isFile()) {
      const [, link = ""] = /^gitdir: (.*)\n?$/s.exec(await readFile(marker, "utf8")) ?? [];
      const gitDir = resolve(top, link);
      const common = await readFile(join(gitDir, "commondir"), "utf8").catch(() => ".");
      return { top, file: join(resolve(gitDir, common.trimEnd()), "config") };
    }
    if (dirname(top) === top) return undefined;
  }
}

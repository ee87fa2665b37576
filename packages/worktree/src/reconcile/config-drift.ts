import { realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Git } from "../git.ts";
import { readConfig } from "../head.ts";
import { findConfig } from "../repository-format.ts";
import type { Finding } from "./finding.ts";

/**
 * Settings that a program writes into the wrong repository when a hook's `GIT_DIR` leads it there (a test suite that runs
 * `git init`, say). Looked at in the file, since git may not open a repository that has them.
 */
export async function configDrift(git: Git, path: string): Promise<Finding[]> {
  const found = await findConfig(resolve(path));
  if (found === undefined) return [];
  const { file } = found;
  const gitDir = dirname(file);
  // Of a submodule, or a git directory elsewhere, such settings may be right.
  if (basename(gitDir) !== ".git") return [];
  // From elsewhere: git does not even read a file in a repository whose working tree is nowhere.
  const reader = git.at(tmpdir());
  const bare = await readConfig(reader, ["--file", file, "--type=bool", "core.bare"]);
  const worktree = await readConfig(reader, ["--file", file, "core.worktree"]);
  const findings: Finding[] = [];
  const index = await stat(join(gitDir, "index")).catch(() => undefined);
  if (bare === "true" && index !== undefined) findings.push({ kind: "coreBare", file, repair: "config" });
  if (worktree !== undefined && !(await isSame(resolve(gitDir, worktree), dirname(gitDir)))) {
    findings.push({ kind: "coreWorktree", file, value: worktree, repair: "config" });
  }
  return findings;
}

async function isSame(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => realpath(path).catch(() => path)));
  return first === second;
}

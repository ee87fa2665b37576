import { findExecutable } from "@nucleic/process";
import { WorktreeError } from "./error.ts";
import { splitNul } from "./git.ts";
import type { Repository } from "./repository.ts";

/**
 * Why a checkout failed, where that is a required filter (git-lfs, git-crypt) whose program is not installed. Looked for
 * afterwards, since only git knows whether a file needs it.
 */
export async function missingFilter(
  { git, options }: Repository,
  signal?: AbortSignal,
): Promise<WorktreeError | undefined> {
  const args = ["config", "-z", "--get-regexp", "^filter\\..*\\.(process|smudge|required)$"];
  const { stdout } = await git.run(args, { accept: [0, 1], ...(signal && { signal }) });
  const values = new Map(splitNul(stdout).map(splitEntry));
  for (const [key, command] of values) {
    const filter = key.replace(/\.[^.]*$/, "");
    if (key.endsWith(".required") || values.get(`${filter}.required`) !== "true") continue;
    const [program = ""] = command.trim().split(/\s+/);
    // What needs a shell to be read can't be judged from here.
    if (!/^[\w./+-]+$/.test(program) || (await findExecutable(program, options.env)) !== undefined) continue;
    return new WorktreeError("filterMissing", `the files need ${program} (${key}), which is not installed`, {
      hint: `Install ${program}. For git-lfs, GIT_LFS_SKIP_SMUDGE=1 in the environment checks out pointers instead.`,
    });
  }
  return undefined;
}

function splitEntry(entry: string): [string, string] {
  const split = entry.indexOf("\n");
  return split === -1 ? [entry, "true"] : [entry.slice(0, split), entry.slice(split + 1)];
}

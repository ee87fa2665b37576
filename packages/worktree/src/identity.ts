import { WorktreeError } from "./error.ts";
import type { Git } from "./git.ts";

/**
 * Makes sure that git knows who commits, rather than have it guess from the host's name.
 *
 * @throws WorktreeError `identityMissing`
 */
export async function requireIdentity(git: Git, signal?: AbortSignal): Promise<void> {
  for (const variable of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
    const args = ["-c", "user.useConfigOnly=true", "var", variable];
    const { code, stdout } = await git.run(args, { accept: [0, 1, 128], ...(signal && { signal }) });
    if (code === 0 && /^.+ <.+>/.test(stdout.toString())) continue;
    throw new WorktreeError("identityMissing", "git does not know who you are", {
      hint: 'Tell it: git config --global user.name "Your Name" && git config --global user.email "you@example.com"',
    });
  }
}

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { prepareBaseDirectory } from "./base-directory.ts";
import { recordAttempt, undoAttempt } from "./create-attempt.ts";
import { structureLock, withLock } from "./lock.ts";
import type { Repository } from "./repository.ts";
import { lockReason } from "./session-worktree.ts";

/** What a verification says about a merged tree. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** How a merged tree is to be verified. */
export interface VerifySpec {
  /** Where its directory is made, outside of every repository. */
  readonly baseDir: string;
  /** Gets a checkout of the merged tree, made for it alone and removed afterwards. */
  readonly run: (directory: string, signal: AbortSignal | undefined) => Promise<Verdict>;
}

/** Checks a commit out in a directory of its own and has it verified there. */
export async function verifyCommit(
  repository: Repository,
  id: string,
  commit: string,
  { baseDir, run }: VerifySpec,
  signal?: AbortSignal,
): Promise<Verdict> {
  const { git, commonDir } = repository;
  const lock = structureLock(commonDir);
  const path = join(await prepareBaseDirectory(baseDir), `verify-${randomUUID().slice(0, 8)}`);
  const options = signal && { signal };
  const attempt = { path, baseSha: commit, commonDir };
  try {
    await withLock(lock, { ...options }, async () => {
      await recordAttempt(attempt);
      const args = ["--quiet", "--detach", "--lock", "--reason", `${lockReason(id)}:verify`];
      await git.run(["worktree", "add", ...args, "--", path, commit], options);
    });
    return await run(path, signal);
  } finally {
    // It holds a commit that is kept elsewhere and what the verification left: nothing of the session's.
    await withLock(lock, {}, () => undoAttempt(repository, attempt));
  }
}

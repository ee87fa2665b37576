import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findAdminDirectory } from "./admin-directory.ts";
import { prepareBaseDirectory } from "./base-directory.ts";
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
  try {
    await withLock(lock, { ...options }, () => {
      const args = ["--quiet", "--detach", "--lock", "--reason", `${lockReason(id)}:verify`];
      return git.run(["worktree", "add", ...args, "--", path, commit], options);
    });
    return await run(path, signal);
  } finally {
    // It holds a commit that is kept elsewhere and what the verification left: nothing of the session's.
    await withLock(lock, {}, async () => {
      const accept = [0, 128, 255];
      await git.run(["worktree", "remove", "--force", "--force", "--", path], { accept });
      await rm(path, { recursive: true, force: true });
      const left = await findAdminDirectory(commonDir, path, { begun: true });
      if (left !== undefined) await rm(left, { recursive: true, force: true });
    });
  }
}

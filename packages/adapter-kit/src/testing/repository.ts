import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";

/** An empty git repository that is gone with the test. */
export interface ThrowawayRepository extends AsyncDisposable {
  /** Its real path. */
  readonly path: string;
}

/**
 * @param home where git finds the user's settings: a throwaway home too
 * @param folder what its last part is called
 */
export async function throwawayRepository(home: string, folder = "worktree"): Promise<ThrowawayRepository> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "nucleic-bench-")));
  const path = join(parent, folder);
  await mkdir(path);
  await runCommand("git", ["init", "-q"], { cwd: path, env: { PATH: process.env.PATH ?? "", HOME: home } });
  return {
    path,
    // A program that was just ended may still be at it.
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}

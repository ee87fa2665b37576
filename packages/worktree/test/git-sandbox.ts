import { onTestFinished, vi } from "vitest";
import { createWorktree } from "../src/create.ts";
import { WorktreeError, type WorktreeErrorCode } from "../src/error.ts";
import { type Files, GitSandbox } from "./sandbox.ts";

export { type Files, GitSandbox, read, write } from "./sandbox.ts";

// One test may run a hundred gits, on a machine that is busy.
vi.setConfig({ testTimeout: 120_000 });

/** A sandbox that is gone when the test is over. */
export async function gitSandbox(): Promise<GitSandbox> {
  const sandbox = await GitSandbox.create();
  onTestFinished(() => sandbox[Symbol.asyncDispose]());
  return sandbox;
}

/** A repository with a session in it. */
export async function scene(files: Files = { "a.txt": "1\n2\n3\n", "b.txt": "b\n" }, name = "project") {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository(name, files);
  const repository = await sandbox.open(top);
  const worktree = await createWorktree({ repository, id: "s1", title: "Work", baseDir: sandbox.baseDir });
  return { sandbox, top, repository, worktree };
}

/** The code of the `WorktreeError` a promise rejects with; fails where it resolves or rejects with another error. */
export async function codeOf(work: Promise<unknown>): Promise<WorktreeErrorCode> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof WorktreeError) return error.code;
  throw new Error("expected a WorktreeError", { cause: error });
}

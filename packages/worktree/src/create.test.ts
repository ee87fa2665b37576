import { expect, test } from "vitest";
import { gitSandbox } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";

test("a new worktree stands on a branch of its own, at the base", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  const repository = await sandbox.open(top);
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "Fix the log-in!",
    baseDir: sandbox.baseDir,
  });
  expect(made.branch).toMatch(/^nucleic\/fix-the-log-in-[0-9a-f]{6}$/);
  expect(await sandbox.git(made.path, "symbolic-ref", "--short", "HEAD")).toBe(made.branch);
});

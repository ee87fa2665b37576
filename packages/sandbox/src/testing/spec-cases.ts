import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxEngine } from "../types.ts";
import { openScene } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

/** What an engine takes, and what it refuses. */
export function specCases({ test, expect }: TestApi, engine: SandboxEngine): void {
  test("is available here", async () => {
    expect(await engine.available()).toMatchObject({ available: true });
  });

  test("a spec that is wrong, or a repository that does not know the worktree, is refused", async () => {
    await using scene = await openScene();
    const codeOf = async (more: object) =>
      engine.prepare(scene.spec(more)).then(
        () => "prepared",
        (error: { code?: unknown }) => error.code,
      );
    expect(await codeOf({ worktree: "relative" })).toEqual("specInvalid");
    expect(await codeOf({ mounts: [{ path: join(scene.home, "missing"), access: "read" }] })).toEqual(
      "specInvalid",
    );
    const hooks = { path: join(scene.repository, ".git/hooks"), access: "write" };
    expect(await codeOf({ mounts: [hooks] })).toEqual("specInvalid");
    await writeFile(join(scene.worktree, ".git"), `gitdir: ${scene.repository}/.git/worktrees/other\n`);
    expect(await codeOf({})).toEqual("gitUnsafe");
  });
}

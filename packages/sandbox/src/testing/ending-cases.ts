import { join } from "node:path";
import { findRun } from "@nucleic/process";
import type { SandboxEngine } from "../types.ts";
import { contentOf, firstLine, openSandboxIn, startIn } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

/** Starts another session, says so, and never ends; its end in order leaves a file. */
const STAY = "trap 'echo ended >ended.txt; exit 7' TERM; setsid tail -f /dev/null & echo ready; wait; wait";

/** However a program ends, nothing of it is left. */
export function endingCases({ test, expect }: TestApi, engine: SandboxEngine): void {
  test("its processes are found by the run's marker, and stopping ends all of them, in order", async () => {
    await using place = await openSandboxIn(engine);
    const runId = crypto.randomUUID();
    const child = startIn(place, runId, STAY);
    await firstLine(child.lines);
    const alive = (await findRun(runId)).length;
    const exit = await child.stop("SIGTERM");
    expect({ two: alive >= 2, cause: exit.cause, code: exit.code, forced: exit.forced }).toEqual({
      two: true,
      cause: "stopped",
      code: 7,
      forced: false,
    });
    expect(await contentOf(join(place.scene.worktree, "ended.txt"))).toEqual("ended\n");
    expect(await findRun(runId)).toEqual([]);
  });

  test("SIGKILL leaves nothing", async () => {
    await using place = await openSandboxIn(engine);
    const runId = crypto.randomUUID();
    const child = startIn(place, runId, STAY);
    await firstLine(child.lines);
    const exit = await child.stop("SIGKILL");
    expect({ forced: exit.forced, alive: await findRun(runId) }).toEqual({ forced: true, alive: [] });
  });

  test("closing ends what runs inside, and nothing starts afterwards", async () => {
    await using place = await openSandboxIn(engine);
    const runId = crypto.randomUUID();
    const child = startIn(place, runId, STAY);
    await firstLine(child.lines);
    await Promise.all([place.sandbox.close(), place.sandbox.close()]);
    expect((await child.exited).cause).toEqual("stopped");
    expect(await findRun(runId)).toEqual([]);
    expect((await startIn(place, crypto.randomUUID(), "true").exited).cause).toEqual("aborted");
  });
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeUtf8, findRun, type LineFrame } from "@nucleic/process";
import type { SandboxEngine } from "../types.ts";
import { contentOf, openSandboxIn, openScene } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

/** Starts another session, says so, and never ends; its end in order leaves a file. */
const STAY = "trap 'echo ended >ended.txt; exit 7' TERM; setsid tail -f /dev/null & echo ready; wait; wait";

/**
 * The acceptance suite of every engine that is available on the machine. Needs bash and git.
 *
 * ```ts
 * sandboxContract({ describe, test, expect }, lightEngine());
 * ```
 */
export function sandboxContract({ describe, test, expect }: TestApi, engine: SandboxEngine): void {
  const started = (place: Awaited<ReturnType<typeof openSandboxIn>>, runId: string, script: string) =>
    place.sandbox.processHost.spawn({
      command: "bash",
      args: ["-c", script],
      cwd: place.scene.worktree,
      env: place.scene.env,
      runId,
    });
  const firstLine = async (lines: AsyncIterable<LineFrame>) => {
    for await (const frame of lines) if (frame.kind === "line") return decodeUtf8(frame.bytes);
  };
  const ready = async (lines: AsyncIterable<unknown>) => {
    for await (const _ of lines) return;
  };

  describe(`${engine.name} as an engine of sandboxes`, () => {
    test("is available here", async () => {
      expect(await engine.available()).toMatchObject({ available: true });
    });

    test("what is written in, comes out, line by line, with its exit code", async () => {
      await using place = await openSandboxIn(engine);
      const child = started(place, crypto.randomUUID(), 'read -r x; echo "got $x"; echo no >&2; exit 3');
      await child.writeLine("ünï = $1");
      const lines: string[] = [];
      for await (const frame of child.lines) if (frame.kind === "line") lines.push(decodeUtf8(frame.bytes));
      const { code, cause, stderrTail } = await child.exited;
      expect({ lines, code, cause, stderrTail }).toEqual({
        lines: ["got ünï = $1"],
        code: 3,
        cause: "exited",
        stderrTail: "no\n",
      });
    });

    test("it works in the worktree, which is where it is outside, with the environment that it was given", async () => {
      await using place = await openSandboxIn(engine);
      const { stdout } = await place.run("pwd; echo $HOME $GIT_AUTHOR_NAME; cat a.txt; echo b >b.txt");
      expect(stdout).toEqual(`${place.scene.worktree}\n${place.scene.home} a\na\n`);
      expect(await contentOf(join(place.scene.worktree, "b.txt"))).toEqual("b\n");
    });

    test("git commits on the session's branch, and the user sees it", async () => {
      await using place = await openSandboxIn(engine);
      const told = await place.run(
        "echo b >b.txt; git add . && git commit -qm second && git status --porcelain",
      );
      expect(told).toMatchObject({ code: 0, stdout: "" });
      const log = await place.scene.git(
        "-C",
        place.scene.repository,
        "log",
        "-1",
        "--format=%s",
        "nucleic/mine",
      );
      expect(log).toEqual("second");
      const reflog = await place.scene.git("-C", place.scene.worktree, "reflog", "-1", "--format=%gs");
      expect(reflog).toEqual("commit: second");
    });

    test("a mount is there at its own path, to be written where the spec says so", async () => {
      await using outer = await openScene();
      const mounts = [
        { path: outer.otherWorktree, access: "write" },
        { path: join(outer.home, ".ssh"), access: "read" },
      ] as const;
      await using place = await openSandboxIn(engine, { mounts });
      await place.run(`cat ${outer.home}/.ssh/id_ed25519 >${outer.otherWorktree}/copy`);
      expect(await contentOf(join(outer.otherWorktree, "copy"))).toEqual("SECRET-KEY");
    });

    test("what was made for one program to read is shown to it, and to no other", async () => {
      await using outer = await openScene();
      await using place = await openSandboxIn(engine);
      const reads = [join(outer.home, ".ssh/id_ed25519")];
      const { worktree, env } = place.scene;
      const about = { command: "cat", args: reads, cwd: worktree, env, runId: crypto.randomUUID(), reads };
      const shown = place.sandbox.processHost.spawn(about);
      expect(await firstLine(shown.lines)).toEqual("SECRET-KEY");
      expect((await shown.exited).code).toEqual(0);
      const { stdout } = await place.run(`cat ${reads[0]}`);
      expect(stdout).toEqual(place.sandbox.confinement.files ? "" : "SECRET-KEY\n");
    });

    test("its processes are found by the run's marker, and stopping ends all of them, in order", async () => {
      await using place = await openSandboxIn(engine);
      const runId = crypto.randomUUID();
      const child = started(place, runId, STAY);
      await ready(child.lines);
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
      const child = started(place, runId, STAY);
      await ready(child.lines);
      const exit = await child.stop("SIGKILL");
      expect({ forced: exit.forced, alive: await findRun(runId) }).toEqual({ forced: true, alive: [] });
    });

    test("closing ends what runs inside, and nothing starts afterwards", async () => {
      await using place = await openSandboxIn(engine);
      const runId = crypto.randomUUID();
      const child = started(place, runId, STAY);
      await ready(child.lines);
      await Promise.all([place.sandbox.close(), place.sandbox.close()]);
      expect((await child.exited).cause).toEqual("stopped");
      expect(await findRun(runId)).toEqual([]);
      expect((await started(place, crypto.randomUUID(), "true").exited).cause).toEqual("aborted");
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
  });
}

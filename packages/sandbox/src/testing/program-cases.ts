import { join } from "node:path";
import { decodeUtf8 } from "@nucleic/process";
import type { SandboxEngine } from "../types.ts";
import { contentOf, firstLine, openSandboxIn, openScene, startIn } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

/** A program inside is one like any other. */
export function programCases({ test, expect }: TestApi, engine: SandboxEngine): void {
  test("what is written in, comes out, line by line, with its exit code", async () => {
    await using place = await openSandboxIn(engine);
    const child = startIn(place, crypto.randomUUID(), 'read -r x; echo "got $x"; echo no >&2; exit 3');
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
}

/** What there is inside. */
export function shownCases({ test, expect }: TestApi, engine: SandboxEngine): void {
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
}

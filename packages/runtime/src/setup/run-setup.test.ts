import { access, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { localProcessHost, processIdentity } from "@nucleic/process";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { testClock } from "../../test/test-clock.ts";
import type { RecordableEvent } from "../session/session.ts";
import { runSetup, type SetupOptions } from "./run-setup.ts";
import { setupEnvironment } from "./setup-environment.ts";

/** Runs a real script and gives what it did, and where. */
async function setUp(script: string, more: Partial<SetupOptions> & { onLine?: (line: string) => void } = {}) {
  const cwd = await realpath(await temporaryDirectory());
  const events: RecordableEvent[] = [];
  const from = { PATH: process.env.PATH, HOME: cwd, ANTHROPIC_API_KEY: "secret", NUCLEIC_TOKEN: "secret" };
  const result = await runSetup({
    script,
    cwd,
    env: setupEnvironment({ from, worktree: cwd, projectRoot: "/project", branch: "nucleic/x" }),
    host: localProcessHost(),
    record: async (event) => {
      events.push(event);
      if (event.kind === "setupLog") more.onLine?.(event.line);
    },
    ...more,
  });
  const lines = (stream: string) =>
    events.flatMap((event) => (event.kind === "setupLog" && event.stream === stream ? [event.line] : []));
  return { cwd, result, events, stdout: lines("stdout"), stderr: lines("stderr") };
}

/** The process whose id stands in that file. */
async function isGone(path: string): Promise<void> {
  const pid = Number(await readFile(path, "utf8"));
  expect(pid).toBeGreaterThan(1);
  expect(await processIdentity(pid)).toBeUndefined();
}

describe("a set-up script", () => {
  test("runs in the worktree and is written down from its beginning to its end", async () => {
    const { cwd, result, events } = await setUp("pwd; echo oops >&2; printf unfinished");
    expect(result).toMatchObject({ cause: "exited", ok: true, exitCode: 0 });
    expect(events[0]).toEqual({ kind: "setupStarted", script: "pwd; echo oops >&2; printf unfinished" });
    expect(events.at(-1)).toEqual({ kind: "setupFinished", exitCode: 0 });
    expect(events).toContainEqual({ kind: "setupLog", stream: "stdout", line: cwd });
    expect(events).toContainEqual({ kind: "setupLog", stream: "stdout", line: "unfinished" });
    expect(events).toContainEqual({ kind: "setupLog", stream: "stderr", line: "oops" });
  });

  test("is told where it stands, and nothing that is the host's", async () => {
    const { cwd, stdout } = await setUp("env");
    const env = Object.fromEntries(stdout.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(env).toMatchObject({
      NUCLEIC_WORKTREE: cwd,
      NUCLEIC_PROJECT_ROOT: "/project",
      NUCLEIC_BRANCH: "nucleic/x",
      NUCLEIC_RUN: expect.any(String),
    });
    expect(stdout.join("\n")).not.toContain("secret");
  });

  test.each<[string, string, object]>([
    ["exits with a code", "exit 7", { ok: false, exitCode: 7, message: expect.stringContaining("with 7") }],
    ["fails in the middle: the rest is not run", "false; echo on", { ok: false, exitCode: 1 }],
    ["is ended by a signal", "kill -KILL $$", { ok: false, exitCode: 137, signal: "SIGKILL" }],
    ["is no shell text", "if", { ok: false, exitCode: 2 }],
    ["names an interpreter that is not there", "#!/no/such\n", { cause: "spawnFailed", exitCode: 127 }],
  ])("that %s says so", async (_name, script, expected) => {
    const { result, events, stdout } = await setUp(script);
    expect(result).toMatchObject(expected);
    expect(events.at(-1)).toEqual({ kind: "setupFinished", exitCode: result.exitCode });
    expect(stdout).toEqual([]);
  });

  test("that begins with #! is given to that interpreter, and leaves no file behind", async () => {
    const { result, stdout } = await setUp("#!/usr/bin/env node\nconsole.log(process.argv[1], 6 * 7)\n");
    expect(result.ok).toBe(true);
    const [path = "", answer] = stdout[0]?.split(" ") ?? [];
    expect(answer).toBe("42");
    await expect(access(path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("may write anything: bytes, progress, a line without an end", async () => {
    const { stdout } = await setUp(
      String.raw`printf 'a\377\000b\n'; printf '1%%\r2%%\r3%%\n'; head -c 3000000 /dev/zero | tr '\0' x`,
    );
    expect(stdout.slice(0, 2)).toEqual(["a\ufffd\u0000b", "3%"]);
    expect(stdout[2]).toMatch(/^x{1024} … \(a line of 3000000 bytes\)$/);
  });

  test("that takes too long is stopped, with all that it started", async () => {
    const clock = testClock();
    const { cwd, result } = await setUp("sleep 1000 & echo $! > child; echo ready; wait", {
      clock,
      timeoutMs: 60_000,
      onLine: (line) => line === "ready" && clock.advance(60_000),
    });
    expect(result).toMatchObject({ cause: "timedOut", ok: false, message: expect.stringContaining("60 s") });
    await isGone(join(cwd, "child"));
  });

  test("is stopped on request, before or in the middle", async () => {
    const stop = new AbortController();
    const { result } = await setUp("echo ready; exec sleep 1000", {
      signal: stop.signal,
      onLine: () => stop.abort(),
    });
    expect(result).toMatchObject({ cause: "aborted", ok: false });
    const before = await setUp("echo never", { signal: AbortSignal.abort() });
    expect(before.result).toMatchObject({ cause: "aborted", ok: false });
    expect(before.stdout).toEqual([]);
  });

  test("leaves nothing running, also when it went well", async () => {
    const { cwd, result } = await setUp("sleep 1000 & echo $! > child");
    expect(result.ok).toBe(true);
    await isGone(join(cwd, "child"));
  });

  test("is stopped where its output can no longer be written", async () => {
    const result = setUp("echo one; exec sleep 1000", {
      record: async (event) => {
        if (event.kind === "setupLog") throw new Error("the disk is full");
      },
    });
    expect((await result).result).toMatchObject({ cause: "logFailed", ok: false });
  });
});

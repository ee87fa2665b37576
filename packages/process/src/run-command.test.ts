import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { node, program, tracer } from "../test/program.ts";
import { type CommandOptions, runCommand } from "./run-command.ts";

const run = (name: string, args: string[], options: Partial<CommandOptions> = {}) =>
  runCommand(node, [program(name), ...args], { cwd: tmpdir(), env: {}, ...options });

describe("a command that ends by itself", () => {
  test("answers its output and code 0", async () => {
    const result = await run("echo", [], { input: "grüße\n", env: { COLOR: "red" } });
    expect(result).toMatchObject({ cause: "exited", ok: true, code: 0 });
    expect(result.stdout.toString()).toBe("grüße\n");
  });

  test("sees the given environment and its marker, nothing of ours", async () => {
    const { stderr } = await run("echo", [], { input: "", env: { COLOR: "red" } });
    expect(Object.keys(JSON.parse(stderr)).sort()).toEqual(["COLOR", "NUCLEIC_RUN"]);
  });

  test("as a part of a run carries the marker of that run", async () => {
    const { stdout } = await runCommand("/bin/sh", ["-c", "echo $NUCLEIC_RUN"], {
      cwd: tmpdir(),
      env: {},
      runId: "a-run",
    });
    expect(stdout.toString()).toBe("a-run\n");
  });

  test("with a code other than 0 is a result, not an error", async () => {
    const result = await run("exit-mid-line", []);
    expect(result).toMatchObject({ cause: "exited", ok: false, code: 3, stderr: "giving up\n" });
    expect(result.stdout.toString()).toBe("whole\nhalf");
  });

  test("and reads no input gets none", async () => {
    expect(await run("exit-mid-line", [], { input: "x".repeat(1 << 20) })).toMatchObject({ code: 3 });
  });

  test("while its orphan holds the output open is not waited for, and the orphan dies", async () => {
    const { env, alive } = tracer();
    const result = await run("orphan", ["inherit", "exit"], { env });
    expect(result).toMatchObject({ cause: "exited", ok: true });
    expect(result.stdout.toString()).toMatch(/orphan \d+/);
    expect(await alive()).toEqual([]);
  });
});

describe("a command that is stopped", () => {
  test("by its time-out", async () => {
    expect(await run("hang", [], { timeoutMs: 50 })).toMatchObject({
      cause: "timedOut",
      ok: false,
      signal: "SIGTERM",
    });
  });

  test("by a signal that has aborted already", async () => {
    expect(await run("hang", [], { signal: AbortSignal.abort() })).toMatchObject({ cause: "aborted" });
  });

  test("by too much output, of which it keeps what the limit allows", async () => {
    const result = await run("flood", [], { maxOutputBytes: 100 });
    expect(result).toMatchObject({ cause: "outputLimit", ok: false });
    expect(result.stdout.byteLength).toBe(100);
  });

  test("takes what it started in another session with it", async () => {
    const { env, alive } = tracer();
    // Its first output says that the orphan is there.
    const result = await run("orphan", ["ignore", "hang"], { maxOutputBytes: 1, env });
    expect(result.cause).toBe("outputLimit");
    expect(await alive()).toEqual([]);
  });
});

test("output that passes the limit as its last bytes is not a success", async () => {
  const result = await run("big-line", ["10"], { maxOutputBytes: 10 });
  expect(result).toMatchObject({ cause: "outputLimit", ok: false });
});

test.each([
  ["a program that does not exist", "/nonexistent/program", tmpdir(), "ENOENT"],
  ["a folder that does not exist", node, "/nonexistent", "ENOENT"],
  ["a file that may not be executed", program("hang"), tmpdir(), "EACCES"],
])("%s is a result with the system's error", async (_, command, cwd, code) => {
  const result = await runCommand(command, [], { cwd, env: {} });
  expect(result).toMatchObject({ cause: "spawnFailed", ok: false, error: { code } });
});

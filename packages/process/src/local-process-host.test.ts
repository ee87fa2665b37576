import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { systemClock } from "@nucleic/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { node, program } from "../test/program.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { localProcessHost } from "./local-process-host.ts";
import { findRun } from "./run-marker.ts";
import type { LineFrame, ProcessHandle, ProcessSpec } from "./types.ts";

const host = localProcessHost();
const SOON = { interruptMs: 100, terminateMs: 100 };

function spawn(name: string, args: string[] = [], spec: Partial<ProcessSpec> = {}, signal?: AbortSignal) {
  const runId = randomUUID();
  const command = { command: node, args: [program(name), ...args], cwd: tmpdir(), env: {}, runId };
  const handle = host.spawn({ ...command, ...spec }, signal);
  // For a test that fails halfway: where it passes, nothing is left to stop.
  onTestFinished(() => void handle.stop("SIGKILL"));
  return { runId, handle };
}

const text = (frame: LineFrame) => (frame.kind === "line" ? decodeUtf8(frame.bytes) : frame.kind);

async function readAll(handle: ProcessHandle): Promise<string[]> {
  const lines: string[] = [];
  for await (const frame of handle.lines) lines.push(text(frame));
  return lines;
}

/** Reads until a line matches; the rest is dropped. */
async function waitFor(handle: ProcessHandle, pattern: RegExp): Promise<void> {
  for await (const frame of handle.lines) if (pattern.test(text(frame))) return;
  throw new Error(`the program ended without saying ${pattern}`);
}

describe("output", () => {
  test("comes in lines, characters whole although each byte was written alone", async () => {
    const { handle } = spawn("split-utf8");
    expect(await readAll(handle)).toEqual(["grüße 🦊", "žluťoučký\u2028kůň"]);
  });

  test("that ends inside a line keeps it; code and stderr are data", async () => {
    const { handle } = spawn("exit-mid-line");
    const frames: LineFrame[] = [];
    for await (const frame of handle.lines) frames.push(frame);
    expect(frames.map(text)).toEqual(["whole", "half"]);
    expect(frames[1]).toMatchObject({ unterminated: true });
    expect(await handle.exited).toMatchObject({
      cause: "exited",
      code: 3,
      forced: false,
      stderrTail: "giving up\n",
    });
  });

  test("with a line over the limit goes on after it", async () => {
    const { handle } = spawn("big-line", ["3000000"], { maxLineBytes: 1_000_000 });
    expect(await readAll(handle)).toEqual(["overflow", "after"]);
  });

  test("of a program that ended is still there for a reader who comes late", async () => {
    const { handle } = spawn("big-line", ["1000"]);
    await handle.exited;
    expect((await readAll(handle)).map((line) => line.length)).toEqual([1000, 5]);
  });

  test("that nobody reads holds the program back, and does not keep it from being stopped", async () => {
    const { handle, runId } = spawn("flood");
    await handle.stop("SIGTERM");
    expect(await findRun(runId)).toEqual([]);
  });

  test("is iterable once", async () => {
    const { handle } = spawn("exit-mid-line");
    await readAll(handle);
    await expect(readAll(handle)).rejects.toMatchObject({ name: "ProcessError", code: "linesTaken" });
  });

  test("of stderr is seen line by line, to the last one", async () => {
    const lines: string[] = [];
    const script = `process.stderr.write("first\\r\\n" + "x".repeat(9000) + "\\ncut at the e"); process.exitCode = 1`;
    const { handle } = spawn("exit-mid-line", [], {
      args: ["-e", script],
      onStderrLine: (line) => lines.push(line),
    });
    await handle.exited;
    expect(lines).toEqual(["first", "x".repeat(1024), "cut at the e"]);
  });

  test("of stderr keeps only its end", async () => {
    const noise = `process.stderr.write("x".repeat(100_000) + "the end")`;
    const { handle } = spawn("", [], { args: ["-e", noise] });
    const { stderrTail } = await handle.exited;
    expect(stderrTail).toHaveLength(8 * 1024);
    expect(stderrTail).toMatch(/x{100}the end$/);
  });
});

describe("input", () => {
  test("goes in by lines and ends when told", async () => {
    const { handle } = spawn("echo");
    await handle.writeLine("grüße");
    await handle.writeLine(Buffer.from("bytes"));
    await Promise.all([handle.endInput(), handle.endInput()]);
    expect(await readAll(handle)).toEqual(["grüße", "bytes"]);
    await expect(handle.writeLine("late")).rejects.toMatchObject({ name: "ProcessError", code: "closed" });
  });

  test("waits for a slow reader, and every byte arrives", async () => {
    const { handle } = spawn("echo");
    const line = "x".repeat(1 << 20);
    const echoed = readAll(handle);
    for (let i = 0; i < 8; i++) await handle.writeLine(line);
    await handle.endInput();
    expect((await echoed).map((each) => each.length)).toEqual(Array(8).fill(1 << 20));
  });

  test("to a program that closed its stdin is a typed error with the system's as cause", async () => {
    const { handle } = spawn("close-stdin");
    await waitFor(handle, /ready/);
    await expect(handle.writeLine("x")).rejects.toMatchObject({ code: "closed", cause: { code: "EPIPE" } });
    await handle.endInput();
    await handle.stop("SIGKILL");
  });

  test("that is still being written when the program dies is a typed error", async () => {
    const { handle } = spawn("hang");
    await waitFor(handle, /ready/);
    const write = expect(handle.writeLine("x".repeat(1 << 20))).rejects.toMatchObject({ code: "closed" });
    await handle.stop("SIGKILL");
    await write;
  });

  test("never smuggles a second line in", async () => {
    const { handle } = spawn("echo");
    await expect(handle.writeLine("a\nb")).rejects.toMatchObject({ code: "invalidLine" });
    await expect(handle.writeLine(Buffer.from("a\n"))).rejects.toMatchObject({ code: "invalidLine" });
    await handle.endInput();
    expect(await readAll(handle)).toEqual([]);
  });

  test("can be left out", async () => {
    const { handle } = spawn("echo", [], { stdin: "ignore" });
    await expect(handle.writeLine("x")).rejects.toMatchObject({ code: "closed" });
    expect(await handle.exited).toMatchObject({ cause: "exited", code: 0 });
  });
});

describe("after every way of ending, nothing of the run is alive", () => {
  const ignoring = (...signals: string[]) => ["hang", signals] as const;
  const ends: [string, readonly [string, readonly string[]], (handle: ProcessHandle) => unknown, object][] = [
    ["SIGINT is enough", ignoring(), (h) => h.stop(), { cause: "stopped", signal: "SIGINT", forced: false }],
    ["SIGTERM follows", ignoring("SIGINT"), (h) => h.stop(), { signal: "SIGTERM", forced: false }],
    ["SIGKILL follows", ignoring("SIGINT", "SIGTERM"), (h) => h.stop(), { signal: "SIGKILL", forced: true }],
    ["SIGKILL at once", ignoring(), (h) => h.stop("SIGKILL"), { signal: "SIGKILL", forced: true }],
    ["disposed", ignoring(), (h) => h[Symbol.asyncDispose](), { cause: "stopped" }],
    ["killed from outside", ignoring(), (h) => h.signal("SIGKILL"), { cause: "exited", signal: "SIGKILL" }],
    ["an orphan holds stdout", ["orphan", ["inherit", "exit"]], () => {}, { cause: "exited", code: 0 }],
    ["an orphan holds nothing", ["orphan", ["ignore", "exit"]], () => {}, { cause: "exited", code: 0 }],
    ["stopped with an orphan", ["orphan", ["inherit", "hang"]], (h) => h.stop(), { cause: "stopped" }],
    [
      "killed with an orphan",
      ["orphan", ["ignore", "hang"]],
      (h) => h.signal("SIGKILL"),
      { cause: "exited" },
    ],
    ["flooding", ["flood", []], (h) => h.stop("SIGTERM"), { cause: "stopped", signal: "SIGTERM" }],
  ];
  test.each(ends)("%s", async (_, [name, args], end, exit) => {
    const { handle, runId } = spawn(name, [...args], { grace: SOON });
    await waitFor(handle, /^(ready|orphan|x)/);
    await end(handle);
    expect(await handle.exited).toMatchObject(exit);
    expect(await findRun(runId)).toEqual([]);
  });

  test("aborted by the caller's signal", async () => {
    const caller = new AbortController();
    const { handle, runId } = spawn("orphan", ["inherit", "hang"], {}, caller.signal);
    await waitFor(handle, /orphan/);
    expect(await findRun(runId)).toHaveLength(2);
    caller.abort();
    expect(await handle.exited).toMatchObject({ cause: "aborted", signal: "SIGINT" });
    expect(await findRun(runId)).toEqual([]);
  });
});

describe("stopping", () => {
  test("a harsher call hurries a gentler one on", async () => {
    const { handle } = spawn("hang", ["SIGINT"], { grace: { interruptMs: 3_600_000 } });
    const lines = handle.lines[Symbol.asyncIterator]();
    expect(text((await lines.next()).value)).toBe("ready");
    void handle.stop();
    expect(text((await lines.next()).value)).toBe("ignored SIGINT");
    expect(await handle.stop("SIGTERM")).toMatchObject({ signal: "SIGTERM", forced: false });
  });

  test("the first cause stays", async () => {
    const caller = new AbortController();
    const { handle } = spawn("hang", [], {}, caller.signal);
    await waitFor(handle, /ready/);
    const stopped = handle.stop();
    caller.abort();
    expect(await stopped).toMatchObject({ cause: "stopped" });
    expect(await handle.stop("SIGKILL")).toMatchObject({ cause: "stopped", forced: false });
  });

  test("what has ended is not signalled again", async () => {
    const { handle } = spawn("exit-mid-line");
    await handle.exited;
    expect(handle.signal("SIGTERM")).toBe(false);
    expect(await handle.stop()).toMatchObject({ cause: "exited", code: 3 });
  });
});

describe("starting", () => {
  test.each([
    ["a missing program", { command: "/nonexistent/program" }, { code: "ENOENT" }],
    ["a missing folder", { cwd: "/nonexistent" }, { code: "ENOENT" }],
    ["a run id that is no file name", { runId: "../up" }, { name: "ProcessError", code: "invalidRunId" }],
  ])("%s is an exit, not an exception", async (_, spec, error) => {
    const { handle } = spawn("hang", [], spec);
    expect(handle.pid).toBeUndefined();
    expect(await readAll(handle)).toEqual([]);
    await expect(handle.writeLine("x")).rejects.toMatchObject({ code: "closed" });
    await handle.endInput();
    expect(await handle.stop()).toMatchObject({ cause: "spawnFailed", error, stderrTail: "" });
  });

  test("does not happen where the caller has given up already", async () => {
    const { handle } = spawn("hang", [], {}, AbortSignal.abort());
    expect(handle.pid).toBeUndefined();
    expect(await handle.exited).toMatchObject({ cause: "aborted", forced: false });
  });

  test("durations are monotonic, by the clock that was given", async () => {
    let nowMs = 5;
    const clock = { ...systemClock, monotonicMs: () => nowMs++ };
    const handle = localProcessHost({ clock }).spawn({
      command: node,
      args: [program("exit-mid-line")],
      cwd: tmpdir(),
      env: {},
      runId: randomUUID(),
    });
    expect((await handle.exited).durationMs).toBe(1);
  });
});

import { Translator } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import { AgentEvent, checkStream, idsFrom, type SessionId } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import {
  begun,
  bytesOf,
  command,
  errorLine,
  item,
  refusedPatch,
  said,
  threadStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
  wrongCall,
} from "../../../test/exec-lines.ts";
import { decodeExecLine } from "../wire/decode-line.ts";
import type { ExecInput } from "./input.ts";
import { initialState } from "./state.ts";
import { translate } from "./translate.ts";

const exited = (more: Partial<ProcessExit> = {}): ProcessExit => ({
  cause: "exited",
  code: 0,
  forced: false,
  durationMs: 1,
  stderrTail: "",
  ...more,
});
const hello = { text: "hello", context: [] };
const begin = (more: Partial<Extract<ExecInput, { kind: "begin" }>> = {}): ExecInput => ({
  kind: "begin",
  input: hello,
  queued: false,
  settings: { mode: "workspace-write" },
  ...more,
});
const ends = (more: Partial<ProcessExit> = {}): ExecInput => ({ kind: "turnExit", exit: exited(more) });
const closed: ExecInput = { kind: "exit", exit: exited(), expected: true };
const stderr = (line: string): ExecInput => ({ kind: "stderrLine", line });

/** Inputs as they are; anything else is a line of stdout. */
function play(inputs: readonly (ExecInput | object)[], options: { resumed?: boolean } = {}) {
  let ids = 0;
  const translator = new Translator({
    translate,
    initial: initialState({
      sessionId: "s" as SessionId,
      cwd: "/w",
      resumed: false,
      version: "0.171.0",
      ...options,
    }),
    ids: idsFrom(() => `id-${++ids}`),
    clock: { now: () => 1 },
  });
  const events = inputs.flatMap((input) =>
    translator.take(
      "kind" in input
        ? (input as ExecInput)
        : { kind: "line", line: decodeExecLine(bytesOf(input).subarray(0, -1)) },
    ),
  );
  expect(events.filter((event) => !AgentEvent.safeParse(event).success)).toEqual([]);
  return events;
}

/** A turn with these lines, its process ended, and the run closed. */
function turn(...lines: readonly (ExecInput | object)[]): AgentEvent[] {
  const events = play([begin(), ...begun, ...lines, turnCompleted(), ends(), closed]);
  expect(checkStream(events).faults).toEqual([]);
  return events;
}

const brief = (events: readonly AgentEvent[]) =>
  events.map(({ v, seq, sessionId, turnId, at, origin, ...event }) => event);
const of = <K extends AgentEvent["kind"]>(events: readonly AgentEvent[], kind: K) =>
  brief(events.filter((event) => event.kind === kind));

test("a turn is told from its message to the end of its process", () => {
  expect(turn(said("Hi.")).map((event) => event.kind)).toEqual([
    "turnStarted",
    "userMessage",
    "sessionStarted",
    "assistantText",
    "usage",
    "turnCompleted",
    "runFinished",
  ]);
});

describe("the session", () => {
  test("is told once, with what the process was started with", () => {
    const events = play([
      begin(),
      ...begun,
      turnCompleted(),
      ends(),
      begin(),
      ...begun,
      turnCompleted(),
      ends(),
    ]);
    expect(of(events, "sessionStarted")).toMatchObject([
      { backend: "codex-exec", backendVersion: "0.171.0", mode: "workspace-write", cwd: "/w" },
    ]);
  });

  test("again where the model is another", () => {
    const other = begin({ settings: { model: "other", mode: "workspace-write" } });
    const events = play([begin(), ...begun, turnCompleted(), ends(), other, ...begun]);
    expect(of(events, "sessionStarted")[1]).toMatchObject({ model: "other", resumed: true });
  });

  test("as resumed where it was taken up", () => {
    expect(of(play([begin(), ...begun], { resumed: true }), "sessionStarted")).toMatchObject([
      { resumed: true },
    ]);
  });
});

describe("what the agent does", () => {
  test("a command", () => {
    const done = { aggregated_output: "hi\n", exit_code: 0, status: "completed" };
    expect(brief(turn(command("started"), command("completed", done))).slice(3, 6)).toEqual([
      { kind: "toolCallStarted", toolCallId: "id-1:item_0", tool: "Bash", nativeTool: "command_execution" },
      { kind: "toolCallCompleted", toolCallId: "id-1:item_0", input: { command: "echo hi" } },
      {
        kind: "toolResult",
        toolCallId: "id-1:item_0",
        content: [{ kind: "text", text: "hi\n" }],
        isError: false,
        exitCode: 0,
      },
    ]);
  });

  test("a command that fails, told only when it is done", () => {
    const events = turn(command("completed", { exit_code: 127, status: "failed" }));
    expect(of(events, "toolCallStarted")).toHaveLength(1);
    expect(of(events, "toolResult")).toMatchObject([{ isError: true, exitCode: 127 }]);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  });

  test("a change of files, inside and outside of the folder", () => {
    const changes = [
      { path: "/w/src/a.ts", kind: "add" },
      { path: "/w/b.ts", kind: "update" },
      { path: "/elsewhere/c.ts", kind: "delete" },
    ];
    const events = turn(
      item("started", "file_change", { changes, status: "in_progress" }),
      item("completed", "file_change", { changes, status: "completed" }),
    );
    expect(of(events, "fileChange")).toEqual([
      { kind: "fileChange", toolCallId: "id-1:item_0", path: "src/a.ts", change: "add", inferred: false },
      { kind: "fileChange", toolCallId: "id-1:item_0", path: "b.ts", change: "update", inferred: false },
      {
        kind: "fileChange",
        toolCallId: "id-1:item_0",
        path: "/elsewhere/c.ts",
        change: "delete",
        inferred: false,
      },
    ]);
    expect(of(events, "toolResult")).toMatchObject([{ isError: false }]);
  });

  test("a change that failed changed nothing", () => {
    const changes = [{ path: "/w/a", kind: "update" }];
    const events = turn(item("completed", "file_change", { changes, status: "failed" }));
    expect(of(events, "fileChange")).toEqual([]);
    expect(of(events, "toolResult")).toMatchObject([{ isError: true }]);
  });

  test("a call of an MCP server", () => {
    const result = { content: [{ type: "text", text: "x" }, { type: "resource" }], structured_content: null };
    const call = { server: "s", tool: "t", arguments: { a: 1 }, result, error: null, status: "completed" };
    const events = turn(item("completed", "mcp_tool_call", call));
    expect(of(events, "toolCallCompleted")).toMatchObject([
      { input: { server: "s", tool: "t", arguments: { a: 1 } } },
    ]);
    expect(of(events, "toolResult")).toMatchObject([
      {
        content: [
          { kind: "text", text: "x" },
          { kind: "native", native: { type: "resource" } },
        ],
        isError: false,
      },
    ]);
  });

  test("a plan, told when it changes", () => {
    const plan = (completed: boolean) => ({ items: [{ text: "a", completed }] });
    const events = turn(
      item("started", "todo_list", plan(false)),
      item("updated", "todo_list", plan(true)),
      item("completed", "todo_list", plan(true)),
    );
    expect(of(events, "planUpdated")).toEqual([
      { kind: "planUpdated", entries: [{ text: "a", status: "pending" }] },
      { kind: "planUpdated", entries: [{ text: "a", status: "completed" }] },
    ]);
  });

  test("thoughts, a search, a warning", () => {
    const events = turn(
      item("completed", "reasoning", { text: "Hm." }, "item_0"),
      item("completed", "web_search", { query: "q" }, "item_1"),
      item("completed", "error", { message: "an ignored setting" }, "item_2"),
    );
    expect(of(events, "thinking")).toMatchObject([{ text: "Hm." }]);
    expect(of(events, "toolCallCompleted")).toMatchObject([{ input: { query: "q" } }]);
    expect(of(events, "raw")).toMatchObject([{ backend: "codex-exec" }]);
  });

  test("ids are of their turn: items are counted anew in every process", () => {
    const again = [...begun, said("x"), turnCompleted(), ends()];
    const events = play([begin(), ...again, begin(), ...again]);
    expect(of(events, "assistantText").map((event) => "messageId" in event && event.messageId)).toEqual([
      "id-1:item_0",
      "id-2:item_0",
    ]);
  });
});

describe("a refusal is never a quiet success", () => {
  test("one that only stderr tells fails the turn and the run", () => {
    const events = turn(said("Let me."), stderr(refusedPatch), said("Done!", "item_1"));
    expect(of(events, "toolResult")).toMatchObject([
      { isError: true, content: [{ text: expect.stringContaining("read-only sandbox") }] },
    ]);
    expect(of(events, "error")).toMatchObject([{ code: "unsupported", recoverable: false }]);
    expect(of(events, "turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "unsupported" }, finalText: "Done!" },
    ]);
    expect(of(events, "runFinished")).toMatchObject([{ outcome: "failed", error: { code: "unsupported" } }]);
  });

  test("also one that is told after the turn has called itself completed", () => {
    const events = play([begin(), ...begun, turnCompleted(), stderr(refusedPatch), ends(), closed]);
    expect(checkStream(events).faults).toEqual([]);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "failed" }]);
  });

  test("nor one of an MCP tool", () => {
    const error = { message: "MCP tool call requires approval, but approval policy is never" };
    const events = turn(
      item("completed", "mcp_tool_call", { server: "s", tool: "t", error, status: "failed" }),
    );
    expect(of(events, "turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "unsupported" } },
    ]);
  });

  test("nor one behind a flood of mistakes, of which only so many are told", () => {
    const events = turn(...Array.from({ length: 1_000 }, () => stderr(wrongCall)), stderr(refusedPatch));
    expect(of(events, "toolResult")).toHaveLength(200);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "failed" }]);
  });

  test("while a call that the model got wrong is an error of that call alone", () => {
    const events = turn(stderr(wrongCall));
    expect(of(events, "toolResult")).toMatchObject([{ isError: true }]);
    expect(of(events, "error")).toEqual([]);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  });

  test("and the next turn is judged by itself", () => {
    const next = [begin(), ...begun, turnCompleted(), ends(), closed];
    const events = play([begin(), ...begun, stderr(refusedPatch), turnCompleted(), ends(), ...next]);
    expect(of(events, "runFinished")).toMatchObject([{ outcome: "completed" }]);
  });
});

describe("a turn that does not get to its end", () => {
  test("fails as the provider did, told once", () => {
    const why = "unexpected status 401 Unauthorized: no, url: http://x";
    const events = play([begin(), ...begun, errorLine(why), turnFailed(why), ends({ code: 1 })]);
    expect(of(events, "error")).toEqual([]);
    expect(of(events, "turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "authenticationFailed", message: why } },
    ]);
  });

  test("says what it waits for", () => {
    const events = play([
      begin(),
      ...begun,
      errorLine("Reconnecting... waiting for network (Connection failed)"),
    ]);
    expect(of(events, "error")).toMatchObject([{ code: "network", recoverable: true }]);
  });

  test("is interrupted where that was asked for, with what it left open", () => {
    const events = play([begin(), ...begun, command("started"), { kind: "interrupting" }, ends({ code: 1 })]);
    expect(of(events, "toolResult")).toMatchObject([{ isError: true, truncated: true }]);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
  });

  test.each<[string, Partial<ProcessExit>, readonly object[], string]>([
    ["its program is killed", { signal: "SIGKILL" }, begun, "crashed"],
    ["its program leaves in the middle", { code: 3 }, begun, "crashed"],
    ["its program does not like its arguments", { code: 2, stderrTail: "error: no" }, [], "exitedEarly"],
    [
      "its thread is gone",
      { code: 1, stderrTail: "Error: no rollout found for thread id x" },
      [],
      "unknownSession",
    ],
    [
      "its program cannot be started",
      { cause: "spawnFailed", error: new Error("ENOENT") },
      [],
      "spawnFailed",
    ],
  ])("fails where %s", (_name, exit, lines, code) => {
    const events = play([begin(), ...lines, ends(exit)]);
    expect(of(events, "turnCompleted")).toMatchObject([{ outcome: "failed", error: { code } }]);
  });
});

describe("usage counts over the thread on the wire, and is told for the turn", () => {
  const next = (input: number, output: number) => [begin(), ...begun, turnCompleted(input, output), ends()];
  const briefly = (events: readonly AgentEvent[]) =>
    events.flatMap((event) =>
      event.kind === "usage" ? [[event.inputTokens, event.outputTokens, event.cumulative]] : [],
    );

  test("the first turn's is the whole", () => {
    expect(briefly(play(next(100, 20)))).toEqual([[100, 20, false]]);
  });

  test("the next one's is what was added", () => {
    expect(briefly(play([...next(100, 20), ...next(250, 50)]))).toEqual([
      [100, 20, false],
      [150, 30, false],
      [250, 50, true],
    ]);
  });

  test("of a session that was taken up the first turn's own is not known", () => {
    expect(briefly(play([...next(900, 200), ...next(950, 210)], { resumed: true }))).toEqual([
      [900, 200, true],
      [50, 10, false],
      [950, 210, true],
    ]);
  });

  test("a thread that another takes the place of begins at nothing", () => {
    const other = [begin(), threadStarted("other"), turnStarted, turnCompleted(80, 10), ends()];
    expect(briefly(play([...next(100, 20), ...other]))).toEqual([
      [100, 20, false],
      [80, 10, false],
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bash,
  canUseTool,
  exit,
  init,
  input,
  interrupted,
  messageStart,
  Play,
  play,
  result,
  said,
  system,
  textDelta,
  textStart,
  toolResult,
} from "../../test/claude-lines.ts";

const finished = (run: Play) => run.of("runFinished");
const turn = [input("a"), init(), said("m1", "x")];

describe("the end of the program", () => {
  test("in order: nothing to explain", () => {
    const run = play(...turn, result(), exit({ durationMs: 9 }, true));
    expect(finished(run)).toMatchObject([{ outcome: "completed", exitCode: 0, durationMs: 9 }]);
    expect(finished(run)[0]).not.toHaveProperty("error");
  });

  test("by itself with 0 after a result is in order, too", () => {
    expect(finished(play(...turn, result(), exit()))).toMatchObject([{ outcome: "completed" }]);
  });

  test("with 1 after a failed turn is that failure (EOF: the CLI exits 1 if the last result is an error)", () => {
    const run = play(...turn, result({ is_error: true, api_error_status: 429 }), exit({ code: 1 }));
    expect(finished(run)).toMatchObject([{ outcome: "failed", exitCode: 1, error: { code: "rateLimited" } }]);
  });

  test("in the middle of a turn closes blocks, asks, calls and the turn, in this order, then the run", () => {
    const run = play(
      ...turn,
      bash("m1", "t1"),
      canUseTool("r1", "Bash", {}, { tool_use_id: "t1" }),
      messageStart("m2"),
      textStart(0),
      textDelta(0, "half"),
    );
    const closing = run.feed(exit({ signal: "SIGKILL", stderrTail: "oops" }));
    expect(closing.map((event) => event.kind)).toEqual([
      "assistantText",
      "approvalResolved",
      "toolResult",
      "turnCompleted",
      "runFinished",
    ]);
    expect(closing).toMatchObject([
      { text: "half", truncated: true },
      { decidedBy: { by: "abandoned" } },
      { truncated: true, isError: true },
      { outcome: "failed", error: { code: "crashed" } },
      { outcome: "failed", error: { code: "crashed" }, signal: "SIGKILL", stderrTail: "oops" },
    ]);
    expect(run.check().faults).toEqual([]);
  });

  test("that was wanted interrupts the turn", () => {
    const run = play(...turn, exit({ signal: "SIGTERM" }, true));
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
    expect(finished(run)).toMatchObject([{ outcome: "interrupted", signal: "SIGTERM" }]);
  });

  test.each([
    ["before anything was said", "exitedEarly", [], exit({ code: 1, stderrTail: "Error: unknown option" })],
    ["before init, with a message waiting", "exitedEarly", [input("a")], exit({ code: 1 })],
    ["that never began", "spawnFailed", [], exit({ cause: "spawnFailed", error: new Error("ENOENT") })],
    [
      "without a way to ask",
      "approvalChannel",
      [...turn, bash("m1", "t1")],
      exit({ code: 1, stderrTail: "Error: MCP tool x (passed via --permission-prompt-tool) not found." }),
    ],
    ["with a code of its own while idle", "crashed", [...turn, result()], exit({ code: 134 })],
  ])("%s: %s", (_name, code, moves, end) => {
    const run = play(...moves, end);
    expect(finished(run)).toMatchObject([{ outcome: "failed", error: { code } }]);
    expect(run.check().faults).toEqual([]);
  });
});

describe("what is no message", () => {
  test.each([
    [{ kind: "overflow", lengthBytes: 70_000_000 }, "lineTooLong"],
    [{ kind: "line", line: { status: "invalid", reason: "not JSON", head: "Segmen" } }, "protocolViolation"],
  ] as const)("is told, and the stream goes on: %j", (move, code) => {
    const run = play(...turn, move, result());
    expect(run.of("error")).toMatchObject([{ code, recoverable: true }]);
    expect(run.of("turnCompleted")).toHaveLength(1);
  });

  test("blank lines are nothing", () => {
    expect(play({ kind: "line", line: { status: "blank" } }).events).toEqual([]);
  });

  test("an unknown type is raw, verbatim", () => {
    const native = { type: "from_the_future", deep: { a: [1, null] } };
    expect(play(native).of("raw")).toMatchObject([{ backend: "claude", native }]);
  });
});

test("whatever happens in whatever order, the invariants hold and the run finishes once", {
  timeout: 60_000,
}, () => {
  const id = fc.constantFrom("t1", "t2", "t3");
  const message = fc.constantFrom("m1", "m2");
  const parent = fc.constantFrom({}, { parent_tool_use_id: "t1" });
  const move = fc.oneof(
    fc.constantFrom(
      init(),
      init({ session_id: "native-2" }),
      result(),
      interrupted(),
      result({ is_error: true }),
    ),
    fc.constantFrom(input("a", "u1"), input("b", "u2", true), { kind: "interrupting" } as const),
    message.map(messageStart),
    fc.nat(2).map(textStart),
    fc.tuple(fc.nat(2), fc.string({ maxLength: 3 })).map(([index, text]) => textDelta(index, text)),
    fc.tuple(message, fc.string({ maxLength: 3 }), parent).map(([m, text, fields]) => said(m, text, fields)),
    id.map((t) => toolResult(t, "ok")),
    id.map((t) => canUseTool(`r-${t}`, "Bash", {}, { tool_use_id: t })),
    id.map((t) => ({ type: "control_cancel_request", request_id: `r-${t}` })),
    id.map((t) => system("task_notification", { task_id: "k", tool_use_id: t })),
    id.map((t) => system("task_started", { task_id: "k", tool_use_id: t, is_backgrounded: true })),
    fc.constantFrom(system("api_retry", { error_status: 401 }), system("api_retry", { error_status: null })),
  );
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), fc.boolean(), parent, (moves, expected, fields) => {
      const run = new Play();
      // A real CLI names each call once, and each block of a message at most once.
      let calls = 0;
      const lines = moves.flatMap((one, index) => {
        const used = index % 7 === 3 && calls < 3 ? [bash(`c${index}`, `t${++calls}`, fields)] : [];
        return [...used, renamed(one, index)];
      });
      run.feed(...lines, exit({ code: 1 }, expected));
      expect(run.check().faults).toEqual([]);
      expect(finished(run)).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});

/** A reply's id is not used again by a later one. */
function renamed<M extends object>(move: M, index: number): M {
  const event = "event" in move ? (move.event as { type?: string }) : undefined;
  return event?.type === "message_start" ? ({ ...move, ...messageStart(`m-${index}`) } as M) : move;
}

import { describe, expect, test } from "vitest";
import {
  bash,
  failedResult,
  init,
  input,
  interrupted,
  messageStart,
  Play,
  play,
  playBare,
  result,
  said,
  system,
  textDelta,
  textStart,
  toolResult,
} from "../../test/claude-lines.ts";

const echo = (text: string, uuid: string, fields = {}) => ({
  type: "user",
  message: { role: "user", content: text },
  uuid,
  isReplay: true,
  parent_tool_use_id: null,
  ...fields,
});
const lifecycle = (command_uuid: string, state: string) => ({
  type: "command_lifecycle",
  command_uuid,
  state,
});
const notification = (tool_use_id: string) => system("task_notification", { task_id: "t", tool_use_id });

describe("a turn", () => {
  test("opens with the message, before the CLI says anything, and closes with the result", () => {
    const run = play(input("hello"), init(), said("m1", "hi"), result({ result: "hi" }));
    expect(run.kinds()).toEqual([
      "turnStarted",
      "userMessage",
      "sessionStarted",
      "assistantText",
      "turnCompleted",
    ]);
    expect(run.of("turnStarted")).toMatchObject([
      { turnId: "id-1", cause: "user", input: { text: "hello" } },
    ]);
    expect(run.of("userMessage")).toMatchObject([{ turnId: "id-1", origin: "user", text: "hello" }]);
    expect(run.of("turnCompleted")).toMatchObject([
      { turnId: "id-1", outcome: "completed", finalText: "hi" },
    ]);
  });

  test("is one where stdin is not seen: init opens it", () => {
    const run = playBare(init(), result(), init(), result());
    expect(run.of("turnStarted").map(({ cause }) => cause)).toEqual(["user", "user"]);
    expect(run.check().faults).toEqual([]);
  });

  test("init repeats each turn; the session starts once", () => {
    const run = play(input("a"), init(), result(), input("b"), init(), result());
    expect(run.of("sessionStarted")).toHaveLength(1);
    expect(run.of("turnCompleted")).toHaveLength(2);
  });
});

describe("a message while a turn runs", () => {
  test("is folded into it during a tool: one result for two messages, and no turn is left over", () => {
    const run = play(
      input("first", "u1"),
      init(),
      bash("m1", "t1"),
      input("second", "u2"),
      toolResult("t1", "ok"),
      echo("second", "u2"),
      said("m2", "both"),
      result(),
      input("third", "u3"),
      init(),
      result(),
    );
    expect(run.of("turnStarted").map((turn) => turn.input?.text)).toEqual(["first", "third"]);
    expect(run.of("userMessage").map(({ text }) => text)).toEqual(["first", "second", "third"]);
    expect(run.check().faults).toEqual([]);
  });

  test("332 says by command_lifecycle that it was taken", () => {
    const run = play(input("a", "u1"), init(), input("b", "u2"), lifecycle("u2", "queued"));
    expect(run.translator.state.pending).toHaveLength(1);
    run.feed(lifecycle("u2", "started"));
    expect(run.translator.state.pending).toHaveLength(0);
  });

  test("runs afterwards when it came during streaming; two that wait are merged into one turn", () => {
    const run = play(
      input("first"),
      init(),
      messageStart("m1"),
      textStart(0),
      input("second"),
      input("third"),
      textDelta(0, "a"),
      said("m1", "a"),
      result(),
      init(),
      said("m2", "b"),
      result(),
    );
    expect(run.of("turnStarted").map((turn) => [turn.cause, turn.input?.text])).toEqual([
      ["user", "first"],
      ["user", "second\nthird"],
    ]);
    expect(run.of("userMessage")).toHaveLength(3);
    expect(run.check().faults).toEqual([]);
  });

  test("belongs to the turn that runs only when it was meant to steer it", () => {
    const run = play(input("a"), init());
    const [queued] = run.feed(input("later"));
    const [steered] = run.feed(input("now", "u3", true));
    expect(queued).not.toHaveProperty("turnId");
    expect(steered).toMatchObject({ turnId: run.turnIds()[0], steer: true });
  });

  test("that was folded without an echo does not lend its words to the next turn of a person", () => {
    const run = play(input("a"), init(), input("b"), result(), input("c"), init(), result());
    expect(run.of("turnStarted").map((turn) => turn.input?.text)).toEqual(["a", "c"]);
  });

  test("stands behind an interruption and then runs", () => {
    const run = play(
      input("a"),
      init(),
      bash("m1", "t1"),
      input("queued"),
      { kind: "interrupting" },
      failedResult("t1", "rejected", { tool_use_result: "User rejected tool use" }),
      interrupted(),
      init(),
      result(),
    );
    expect(run.of("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
    expect(run.of("turnStarted").at(-1)).toMatchObject({ cause: "user", input: { text: "queued" } });
  });

  test("with priority ends the turn as interrupted although the result is a success", () => {
    const run = play(input("a"), init(), result({ terminal_reason: "aborted_tools" }));
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
  });
});

describe("the echo of a message", () => {
  test("tells nothing twice where stdin is seen", () => {
    const run = play(input("a", "u1"), init(), echo("a", "u1"), result());
    expect(run.of("userMessage")).toHaveLength(1);
  });

  test("tells it where stdin is not seen, with its images", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const content = [{ type: "text", text: "look" }, image];
    const run = playBare(init(), echo("", "u1", { message: { content } }), result());
    expect(run.of("userMessage")).toMatchObject([
      { origin: "user", text: "look", context: [{ kind: "image", mediaType: "image/png", data: "AAAA" }] },
    ]);
  });

  test("is none where the CLI echoes itself", () => {
    const run = playBare(
      init(),
      echo("<local-command-stdout>Compacted </local-command-stdout>", "u1"),
      echo("A summary of the session", "u2", { isSynthetic: true }),
      result(),
    );
    expect(run.of("userMessage")).toEqual([]);
  });
});

describe("a turn that nobody asked for", () => {
  test("follows a background task's report", () => {
    const run = play(
      input("go"),
      init(),
      bash("m1", "t1"),
      toolResult("t1", "running in background"),
      notification("t1"),
      result(),
      init(),
      result({ origin: { kind: "task-notification" } }),
    );
    expect(run.of("turnStarted").map(({ cause }) => cause)).toEqual(["user", "backend"]);
  });

  test("is known as such where stdin is not seen, too", () => {
    const run = playBare(
      init(),
      bash("m1", "t1"),
      toolResult("t1", ""),
      result(),
      notification("t1"),
      init(),
    );
    expect(run.of("turnStarted").map(({ cause }) => cause)).toEqual(["user", "backend"]);
  });

  test("is not announced by a task in the foreground, whose call is still open", () => {
    const run = playBare(
      init(),
      bash("m1", "t1"),
      notification("t1"),
      toolResult("t1", ""),
      result(),
      init(),
    );
    expect(run.of("turnStarted").map(({ cause }) => cause)).toEqual(["user", "user"]);
  });
});

describe("the session", () => {
  test("starts again under another id after /clear: a new conversation", () => {
    const run = play(input("/clear"), init(), result(), input("b"), init({ session_id: "native-2" }));
    expect(run.of("sessionStarted").map((e) => [e.backendSessionId, e.resumed])).toEqual([
      ["native-1", undefined],
      ["native-2", undefined],
    ]);
  });

  test("is told again when the model or mode has changed", () => {
    const run = play(
      input("a"),
      init(),
      result(),
      input("b"),
      init({ permissionMode: "plan" }),
      result(),
      input("c"),
      init({ permissionMode: "plan", model: "claude-sonnet" }),
    );
    expect(run.of("sessionStarted").map((e) => [e.mode, e.model, e.resumed])).toEqual([
      ["default", "claude-opus", undefined],
      ["plan", "claude-opus", true],
      ["plan", "claude-sonnet", true],
    ]);
  });

  test("says that it was resumed", () => {
    const run = new Play({ resumed: true });
    run.feed(input("a"), init());
    expect(run.of("sessionStarted")).toMatchObject([{ resumed: true }]);
  });
});

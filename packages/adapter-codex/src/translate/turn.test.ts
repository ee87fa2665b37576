import { describe, expect, test } from "vitest";
import {
  accepted,
  bare,
  command,
  completed,
  exit,
  input,
  inTurn,
  message,
  messageDelta,
  notification,
  Play,
  ran,
  said,
  started,
  thread,
  turnCompleted,
  turnStarted,
} from "../../test/app-server-lines.ts";

const userMessage = (text: string, id = "u1") =>
  completed({ type: "userMessage", id, content: [{ type: "text", text, text_elements: [] }] });

describe("a session", () => {
  test("starts with what the answer to thread/start says", () => {
    const run = new Play();
    run.feed(thread());
    expect(run.events).toMatchObject([
      {
        kind: "sessionStarted",
        backend: "codex",
        backendVersion: "0.171.0",
        backendSessionId: "t",
        model: "gpt-5.5",
        cwd: "/repo",
        capabilities: { canModifyToolInput: false, emitsFileChangeEvents: true },
      },
    ]);
    expect(run.events[0]).not.toHaveProperty("resumed");
  });

  test("taken up again says so, and tells nothing of its history", () => {
    const run = new Play();
    run.feed({
      ...thread({ thread: { id: "t", turns: [{ id: "n0", items: [message("m0", "old")] }] } }),
      resumed: true,
    });
    expect(run.kinds()).toEqual(["sessionStarted"]);
    expect(run.of("sessionStarted")[0]?.resumed).toBe(true);
  });

  test("says again that it started when its model or mode changes, and only then", () => {
    const run = inTurn();
    run.feed(notification("thread/settings/updated", { threadSettings: { model: "gpt-5.5" } }));
    run.feed(notification("thread/settings/updated", { threadSettings: { model: "gpt-6" } }));
    expect(run.of("sessionStarted").map(({ model }) => model)).toEqual(["gpt-5.5", "gpt-6"]);
    const settings = (mode: string) => ({ model: "gpt-6", collaborationMode: { mode } });
    for (const mode of ["default", "plan", "plan", "default"])
      run.feed(notification("thread/settings/updated", { threadSettings: settings(mode) }));
    expect(run.of("sessionStarted").map(({ mode }) => mode)).toEqual([
      undefined,
      undefined,
      "plan",
      "default",
    ]);
  });
});

describe("a turn", () => {
  test("opens with the message, before Codex says anything, and closes with its status", () => {
    const run = inTurn(...said("m1", "Hello there."), turnCompleted());
    expect(run.kinds()).toEqual([
      "sessionStarted",
      "turnStarted",
      "userMessage",
      "assistantText",
      "assistantText",
      "assistantText",
      "turnCompleted",
    ]);
    expect(run.of("turnStarted")).toMatchObject([
      { turnId: "id-1", cause: "user", input: { text: "hello" } },
    ]);
    expect(run.of("userMessage")).toMatchObject([{ turnId: "id-1", origin: "user", text: "hello" }]);
    expect(run.of("turnCompleted")).toMatchObject([
      { turnId: "id-1", outcome: "completed", finalText: "Hello there." },
    ]);
    expect(run.faults()).toEqual([]);
  });

  test("knows its native id by either of the answer and the notification", () => {
    const run = new Play();
    run.feed(thread(), input("a"));
    expect(run.state.turn?.nativeId).toBeUndefined();
    run.feed(accepted("n1"));
    expect(run.state.turn?.nativeId).toBe("n1");
    run.feed(turnStarted("n1"));
    expect(run.of("turnStarted")).toHaveLength(1);
  });

  test("that nobody asked for is Codex's own", () => {
    const run = new Play();
    run.feed(thread(), turnStarted("n1"), turnCompleted());
    expect(run.of("turnStarted")).toMatchObject([{ cause: "backend" }]);
  });

  test("is not closed by what Codex says late of another one", () => {
    const run = inTurn(turnCompleted());
    run.feed(input("second"), turnCompleted("interrupted", {}, "n1"));
    expect(run.of("turnCompleted")).toHaveLength(1);
    run.feed(accepted("n2"), turnCompleted("completed", {}, "n1"), turnCompleted("completed", {}, "n2"));
    expect(run.of("turnCompleted")).toHaveLength(2);
    expect(run.faults()).toEqual([]);
  });

  test("whose end was lost is closed by the next one", () => {
    const run = inTurn(
      started(message("m1")),
      messageDelta("m1", "half"),
      turnStarted("n2"),
      turnCompleted("completed", {}, "n2"),
    );
    expect(run.of("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
    expect(run.faults()).toEqual([]);
  });

  test("whose input was refused fails; one that runs is not touched by a refused steer", () => {
    const run = new Play();
    const refused = { kind: "turnRefused", error: { code: -32600, message: "no" } } as const;
    run.feed(thread(), input("a"), refused);
    expect(run.of("turnCompleted")).toMatchObject([{ outcome: "failed", error: { code: "invalidRequest" } }]);
    run.feed(input("b"), accepted("n1"), refused);
    expect(run.state.turn).toBeDefined();
  });
});

describe("a message while a turn runs", () => {
  test("steers it: the message is told, the cut reply is closed, and the turn stays one", () => {
    const run = inTurn(started(message("m1")), messageDelta("m1", "word "));
    run.feed(
      input("rather this", true),
      userMessage("rather this"),
      ...said("m2", "steered reply"),
      turnCompleted(),
    );
    expect(run.of("userMessage").map(({ steer }) => steer)).toEqual([undefined, true]);
    expect(run.of("assistantText").filter(({ isPartial }) => !isPartial)).toMatchObject([
      { messageId: "m1", text: "word ", truncated: true },
      { messageId: "m2", text: "steered reply" },
    ]);
    expect(run.of("turnCompleted")).toHaveLength(1);
    expect(run.faults()).toEqual([]);
  });
});

describe("an interrupted turn", () => {
  test("closes what Codex never completes", () => {
    const run = inTurn(started(message("m1")), messageDelta("m1", "half"), started(command("c1")));
    run.feed({ kind: "interrupting" }, turnCompleted("interrupted"));
    expect(run.events.slice(-3)).toMatchObject([
      { kind: "assistantText", text: "half", truncated: true },
      { kind: "toolResult", toolCallId: "c1", isError: true, truncated: true },
      { kind: "turnCompleted", outcome: "interrupted" },
    ]);
  });

  test("a late end of what was cut is passed on as it came, and is no second result", () => {
    const run = inTurn(started(command("c1")), turnCompleted("interrupted"));
    const late = completed(ran("c1"));
    expect(run.feed(late)).toMatchObject([{ kind: "raw", native: late }]);
    expect(run.feed(late)).toEqual([]);
    expect(run.of("toolResult")).toHaveLength(1);
    expect(run.faults()).toEqual([]);
  });
});

describe("a command that outlives its completed turn", () => {
  test("stays open, and its output and result still belong to that turn", () => {
    const run = inTurn(
      started(command("c1", { source: "unifiedExecStartup" })),
      ...said("m1", "runs"),
      turnCompleted(),
    );
    expect(run.of("toolResult")).toEqual([]);
    run.feed(input("next"), accepted("n2"));
    run.feed(notification("item/commandExecution/outputDelta", { itemId: "c1", delta: "b\n" }));
    run.feed(completed(ran("c1", { aggregatedOutput: "a\nb\n" })));
    expect(run.of("toolOutputDelta")).toMatchObject([{ toolCallId: "c1", text: "b\n", turnId: "id-1" }]);
    expect(run.of("toolResult")).toMatchObject([
      { toolCallId: "c1", turnId: "id-1", content: [{ text: "a\nb\n" }], exitCode: 0 },
    ]);
  });

  test("is closed as truncated when the server ends", () => {
    const run = inTurn(started(command("c1")), turnCompleted(), exit({}, true));
    expect(run.of("toolResult")).toMatchObject([{ truncated: true }]);
    expect(run.of("runFinished")).toMatchObject([{ outcome: "completed" }]);
    expect(run.faults()).toEqual([]);
  });
});

describe("what is not of this turn, or not of this thread", () => {
  test.each([
    ["a replayed item", completed(message("m0", "old"), { turnId: "n0" })],
    ["a replayed command", completed(ran("c0"), { turnId: "n0" })],
    ["the beginning of one", started(message("m0"), { turnId: "n0" })],
    ["a delta of one", notification("item/agentMessage/delta", { turnId: "n0", itemId: "m0", delta: "x" })],
    ["an item of another thread", completed(message("m9", "x"), { threadId: "other" })],
    ["a turn of another thread", { ...turnCompleted(), params: { threadId: "other", turn: { id: "n1" } } }],
    ["a second end of the same item", completed(message("m1", "one"))],
    ["a delta after the end", messageDelta("m1", "x")],
  ])("%s says nothing", (_name, line) => {
    const run = inTurn(...said("m1", "one"));
    expect(run.feed(line)).toEqual([]);
  });
});

describe("a bare stdout", () => {
  test("tells what people said by its items", () => {
    const run = bare(
      turnStarted(),
      userMessage("first"),
      userMessage("more", "u2"),
      ...said("m1", "x"),
      turnCompleted(),
    );
    expect(run.of("turnStarted")).toMatchObject([{ cause: "user" }]);
    expect(run.of("userMessage")).toMatchObject([{ text: "first" }, { text: "more", steer: true }]);
    expect(run.end()).toMatchObject([{ kind: "runFinished", outcome: "completed" }]);
  });

  test("that goes on to another thread begins a session there", () => {
    const run = bare(turnStarted(), started(command("c1")));
    run.feed(thread({ thread: { id: "t2" } }));
    expect(run.kinds().slice(-3)).toEqual(["toolResult", "turnCompleted", "sessionStarted"]);
    expect(run.faults()).toEqual([]);
  });
});

describe("the end of the server", () => {
  test.each([
    ["expected, between turns", [turnCompleted()], exit({}, true), "completed", undefined],
    ["expected, in a turn", [], exit({}, true), "interrupted", undefined],
    [
      "killed, in a turn",
      [started(command("c1"))],
      exit({ code: 1, signal: "SIGKILL" }),
      "failed",
      "crashed",
    ],
    ["with a code, between turns", [turnCompleted()], exit({ code: 2 }), "failed", "crashed"],
    ["with 0, between turns", [turnCompleted()], exit(), "completed", undefined],
  ] as const)("%s", (_name, moves, end, outcome, code) => {
    const run = inTurn(...moves, end);
    expect(run.of("runFinished")).toMatchObject([{ outcome, ...(code && { error: { code } }) }]);
    expect(run.events.at(-1)?.kind).toBe("runFinished");
    expect(run.faults()).toEqual([]);
  });

  test("before the thread had begun", () => {
    const run = new Play();
    run.feed(exit({ code: 1 }));
    expect(run.of("runFinished")).toMatchObject([{ error: { code: "exitedEarly" } }]);
  });
});

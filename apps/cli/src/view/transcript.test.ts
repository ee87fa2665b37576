import type { AgentEvent, ToolCallId, TurnId } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { liveLines } from "./live.ts";
import { createStyle } from "./style.ts";
import { emptyTranscript, step } from "./transcript.ts";

const plain = createStyle(false);

/** Events in, the printed lines out. */
function render(events: readonly AgentEvent[], width = 40, style = plain): string[] {
  let state = emptyTranscript;
  return events.flatMap((event) => {
    const next = step(state, event, { width, style });
    state = next.state;
    return next.lines;
  });
}

const make = eventFactory();
const id = "t1" as ToolCallId;
const text = (value: string, isPartial: boolean) =>
  make("assistantText", { messageId: "m", text: value, isPartial });
const call = (tool: "Bash" | "Read" | "Other", input: Record<string, unknown>) => [
  make("toolCallStarted", { toolCallId: id, tool, nativeTool: "native" }),
  make("toolCallCompleted", { toolCallId: id, input }),
];
const result = (output: string, extra: { isError?: boolean; exitCode?: number } = {}) =>
  make("toolResult", {
    toolCallId: id,
    content: [{ kind: "text", text: output }],
    isError: false,
    durationMs: 1234,
    ...extra,
  });

describe("text", () => {
  test("is printed row by row while it is written, and once", () => {
    const words = "one two three four".match(/.{1,3}/g) ?? [];
    const events = [...words.map((word) => text(word, true)), text("one two three four", false)];
    expect(render(events, 9)).toEqual(["one two", "three", "four"]);
  });

  test("reads the same however it was cut into deltas", () => {
    const source = "First line\r\nand a second, longer one 中文 👩‍🚀.\n\n- a\n- b";
    const whole = render([text(source, false)], 12);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: source.length }), { maxLength: 12 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), source.length];
        const deltas = edges.slice(1).map((end, i) => text(source.slice(edges[i], end), true));
        expect(render([...deltas, text(source, false)], 12)).toEqual(whole);
      }),
    );
  });

  test("that an interruption cut is printed as far as it came", () => {
    const events = [text("half a sen", true), make("turnCompleted", { outcome: "interrupted" })];
    expect(render(events)).toEqual(["half a sen", "", "interrupted"]);
  });

  test("of an agent cannot steer the terminal", () => {
    expect(render([text("\u001b]0;title\u0007hello", false)])).toEqual(["␛]0;title␇hello"]);
  });

  test("of a subagent is indented under its call", () => {
    const said = make("assistantText", {
      messageId: "s",
      text: "hi",
      isPartial: false,
      parentToolCallId: "t",
    });
    expect(render([said])).toEqual(["  hi"]);
  });
});

describe("a set-up script", () => {
  const begin = make("setupStarted", { script: "npm ci\nnpm run build" });
  const line = (text: string) => make("setupLog", { stream: "stdout" as const, line: text });
  const end = (exitCode: number) => ({ ...make("setupFinished", { exitCode }), at: begin.at + 4_200 });

  test("that went well is one line", () => {
    expect(render([begin, line("added 12 packages"), line(""), end(0)])).toEqual([
      "✓ Setup npm ci … 2 lines 4.2s",
    ]);
  });

  test("that failed shows the end of what it wrote, which cannot steer the terminal", () => {
    const lines = Array.from({ length: 22 }, (_, i) => line(`line ${i}`));
    const shown = render([begin, ...lines, line("\u001b[2Jgone"), end(3)]);
    expect(shown.slice(0, 3)).toEqual(["✗ Setup npm ci … exit 3 4.2s", "  … +3 lines before", "  line 3"]);
    expect(shown).toHaveLength(22);
    expect(shown.at(-1)).toBe("  ␛[2Jgone");
  });

  test("while it runs shows the last line and the time", () => {
    const state = [begin, line("fetching"), line("")].reduce(
      (before, event) => step(before, event, { width: 40, style: plain }).state,
      emptyTranscript,
    );
    const input = { now: begin.at + 12_000, since: 0, tick: 0, waiting: "starting", maxRows: 9 };
    expect(liveLines(state, input, { width: 40, style: plain })).toEqual([
      "⠋ Setup npm ci … 12.0s",
      "  fetching",
    ]);
  });

  test("that was cut off with its host is running no more", () => {
    const cut = make("statusChanged", { from: "preparing", to: "interrupted", reason: "" });
    const state = [begin, cut].reduce(
      (before, event) => step(before, event, { width: 40, style: plain }).state,
      emptyTranscript,
    );
    expect(state.setup).toBeUndefined();
  });
});

describe("tool calls", () => {
  test.each([
    [
      "one line, output folded",
      [...call("Bash", { command: "npm test" }), result("1\n2\n3\n4\n5\n6\n7")],
      ["✓ Bash npm test 1.2s", "  1", "  2", "  3", "  4", "  … +3 lines"],
    ],
    [
      "what was read is not repeated",
      [...call("Read", { path: "a.ts" }), result("1\n2")],
      ["✓ Read a.ts 1.2s"],
    ],
    [
      "an error shows why",
      [...call("Read", { path: "a.ts" }), result("no such file", { isError: true })],
      ["✗ Read a.ts 1.2s", "  no such file"],
    ],
    [
      "the exit code of a command",
      [...call("Bash", { command: "false" }), result("", { isError: true, exitCode: 1 })],
      ["✗ Bash false exit 1 1.2s"],
    ],
    [
      "a second line of a command is announced",
      [...call("Bash", { command: "ls\nrm -rf ~" }), result("")],
      ["✓ Bash ls … (2 lines) 1.2s"],
    ],
    [
      "a tool nobody knows goes by its own name",
      [...call("Other", { x: 1 }), result("")],
      ['✓ native {"x":1} 1.2s'],
    ],
    ["a result without a call prints nothing", [result("x")], []],
  ])("%s", (_what, events, lines) => {
    expect(render(events)).toEqual(lines);
  });

  test("of a subagent are indented, and cut to the width", () => {
    const child = "t2" as ToolCallId;
    const events = [
      ...call("Other", {}),
      make("toolCallStarted", { toolCallId: child, tool: "Bash", nativeTool: "Bash", parentToolCallId: id }),
      make("toolCallCompleted", { toolCallId: child, input: { command: "echo a very long command" } }),
      make("toolResult", { toolCallId: child, content: [], isError: false, durationMs: 5 }),
    ];
    expect(render(events, 24)).toEqual(["  ✓ Bash echo a ver… 5ms"]);
  });
});

describe("everything else", () => {
  const turnId = "turn" as TurnId;
  test.each<[string, AgentEvent[], string[]]>([
    [
      "a file change with its diff",
      [
        make("fileChange", {
          path: "a.ts",
          change: "update",
          inferred: true,
          diff: "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n",
        }),
      ],
      ["  changed a.ts +1 −1", "    @@ -1 +1 @@", "    -x", "    +y"],
    ],
    [
      "a plan once, then only what moved",
      [
        make("planUpdated", {
          entries: [
            { text: "read", status: "inProgress" },
            { text: "write", status: "pending" },
          ],
        }),
        make("planUpdated", {
          entries: [
            { text: "read", status: "completed" },
            { text: "write", status: "pending" },
          ],
        }),
      ],
      ["Plan 0/2", "  ◐ read", "  ☐ write", "Plan 1/2", "  ☑ read"],
    ],
    [
      "a failed turn with its cause and the way out",
      [
        make("turnCompleted", {
          turnId,
          outcome: "failed",
          error: { code: "authenticationFailed", message: "401", hint: "log in" },
        }),
      ],
      ["the turn failed: 401", "[authenticationFailed]", "→ log in"],
    ],
    [
      "the end of stderr where the program died",
      [make("runFinished", { outcome: "failed", exitCode: 1, stderrTail: "warn\nboom\n" })],
      ["the agent's program ended", "  warn", "  boom"],
    ],
    ["a run that ended well says nothing", [make("runFinished", { outcome: "completed" })], []],
    [
      "an error that is tried again",
      [make("error", { code: "overloaded", message: "529", recoverable: true, retryInMs: 2000 })],
      ["! 529 [overloaded], trying again in", "2.0s"],
    ],
    ["raw lines are not for people", [make("raw", { backend: "x", native: {} })], []],
    [
      "a kind of a newer version is named",
      [{ ...make("raw", { backend: "x", native: {} }), kind: "hologram" } as never],
      ["· hologram"],
    ],
  ])("%s", (_what, events, lines) => {
    expect(render(events, 36)).toEqual(lines);
  });

  test("colour changes nothing but the colour", () => {
    const events = [...call("Bash", { command: "ls" }), result("a", { isError: true }), text("done", false)];
    const coloured = render(events, 40, createStyle(true));
    const sgr = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
    expect(coloured.map((line) => line.replace(sgr, ""))).toEqual(render(events));
    expect(coloured.join("")).not.toBe(render(events).join(""));
  });
});

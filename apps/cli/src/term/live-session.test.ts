import type { ApprovalId, ApprovalRequest, Clock } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { type Key, parseKeys } from "../input/keys.ts";
import type { Answer } from "../view/session-view.ts";
import { createStyle } from "../view/style.ts";
import { LiveSession } from "./live-session.ts";
import { Screen } from "./screen.ts";

/** A clock that stands still: the spinner waits until it is stopped. */
const still: Clock = {
  now: () => 0,
  monotonicMs: () => 0,
  sleep: (_ms, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    ),
};

function fixture(watchesFocus = false) {
  const out: string[] = [];
  const log: string[] = [];
  const answers: Answer[] = [];
  let press: (keys: readonly Key[]) => void = () => undefined;
  let resize = () => {};
  const size = { columns: 60, rows: 30, write: (text: string) => out.push(text) };
  const terminal = {
    screen: new Screen(size),
    keys: {
      listen(onKeys: (keys: readonly Key[]) => void) {
        press = onKeys;
        return { [Symbol.dispose]: () => void log.push("keys released") };
      },
    },
    onResize(listener: () => void) {
      resize = listener;
      return { [Symbol.dispose]: () => void log.push("resize released") };
    },
  };
  const live = new LiveSession(terminal, createStyle(false), still, {
    onAnswer: (answer) => answers.push(answer),
    onInterrupt: () => log.push("interrupt"),
    ...(watchesFocus && { onFocus: (focused) => log.push(focused ? "up" : "behind") }),
  });
  const keys = (chunk: string) => press(parseKeys(chunk));
  return { live, out, log, answers, size, keys, resize: () => resize(), shown: () => out.join("") };
}

const make = eventFactory();
const asked = make("approvalRequested", {
  request: {
    id: "a1" as ApprovalId,
    sessionId: "s" as ApprovalRequest["sessionId"],
    tool: "Bash",
    nativeTool: "Bash",
    input: { command: "make install" },
    cwd: "/srv/tree",
    options: ["allow", "deny"],
    createdAt: 0,
  },
});

test("a key on the card is the answer, and the card goes at once", async () => {
  await using one = fixtureDisposable();
  one.live.show(asked);
  expect(one.shown()).toContain("┃   make install");
  one.keys("y");
  expect(one.answers).toEqual([{ kind: "decide", approvalId: "a1", decision: { kind: "allow" } }]);
  one.keys("n");
  expect(one.answers).toHaveLength(1);
});

test("keys typed before the card answer nothing; ctrl-c is an interrupt even on a card", async () => {
  await using one = fixtureDisposable();
  one.keys("y");
  one.live.show(asked);
  one.keys("\u0003");
  expect(one.answers).toEqual([]);
  expect(one.log).toEqual(["interrupt"]);
});

test("the window is told of where somebody wants to know, and is no key", async () => {
  const one = fixture(true);
  expect(one.shown()).toContain("\u001b[?1004h");
  one.live.show(asked);
  one.keys("\u001b[O");
  one.keys("\u001b[Iy");
  expect(one.log).toEqual(["behind", "up"]);
  expect(one.answers).toHaveLength(1);
  await one.live[Symbol.asyncDispose]();
  expect(one.shown().endsWith("\u001b[?1004l")).toBe(true);
  await using other = fixtureDisposable();
  expect(other.shown()).not.toContain("1004");
});

test("a narrower terminal gets the card drawn anew", async () => {
  await using one = fixtureDisposable();
  one.live.show(asked);
  one.size.columns = 21;
  const before = one.out.length;
  one.resize();
  const rows = one.out.slice(before).join("").split("\n");
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows.slice(1)) expect(row.length).toBeLessThanOrEqual(20);
});

test("closing lets go of the keyboard and leaves only what was printed", async () => {
  const one = fixture();
  one.live.show(make("assistantText", { messageId: "m", text: "hello", isPartial: false }));
  await one.live[Symbol.asyncDispose]();
  expect(one.log.sort()).toEqual(["keys released", "resize released"]);
  expect(one.out.at(-1)).toContain("\u001b[?25h");
  const written = one.out.length;
  one.live.show(asked);
  expect(one.out).toHaveLength(written);
});

function fixtureDisposable(watchesFocus = false) {
  const one = fixture(watchesFocus);
  return { ...one, [Symbol.asyncDispose]: () => one.live[Symbol.asyncDispose]() };
}

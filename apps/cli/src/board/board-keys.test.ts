import type { ApprovalId, ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { Board } from "@nucleic/sync/client";
import { expect, test } from "vitest";
import { parseKeys } from "../input/keys.ts";
import { boardKeys, lookMs, type Scene } from "./board-keys.ts";
import { type BoardView, firstView, withBoard } from "./board-view.ts";

const session = (id: string, change: Partial<SessionItem> = {}) =>
  ({
    id: id as SessionId,
    title: id,
    status: "running",
    isRunning: true,
    pendingApprovals: 0,
    pendingQuestions: 0,
    ...change,
  }) as SessionItem;
const request = {
  id: "ask" as ApprovalId,
  sessionId: "asks" as SessionId,
  options: ["allow", "deny"],
  createdAt: 1,
} as unknown as ApprovalRequest;
const board: Board = {
  sessions: [
    session("first"),
    session("asks", { pendingApprovals: 1 }),
    session("wonders", { pendingQuestions: 1 }),
    session("rests", { isRunning: false }),
    session("gone", { status: "archived" }),
  ],
  approvals: [request],
  questions: [],
  clipped: new Set(),
};
const scene: Scene = { board, rows: 30, page: 10, request: undefined, shownMs: 0, seenRows: 0 };
const list = withBoard(firstView, board);
const card: BoardView = { ...list, card: request.id };
const seen: Scene = { ...scene, request, shownMs: lookMs, seenRows: 30 };
const press = (view: BoardView, keys: string, now = scene) => boardKeys(view, parseKeys(keys), now);

test("who waits for a person stands first; what was put away is not there", () => {
  const steps = ["", "j", "jj", "jjj", "jjjj", "jjjjk"];
  expect(steps.map((keys) => (keys === "" ? list : press(list, keys).view).selected)).toEqual([
    "asks",
    "wonders",
    "first",
    "rests",
    "rests",
    "first",
  ]);
});

test.each([
  ["q leaves", "q", { kind: "leave" }],
  ["i interrupts", "i", { kind: "interrupt", sessionId: "asks" }],
  ["a allows nothing by itself", "a", undefined],
  ["y on the list is no answer", "y", undefined],
  ["a paste is no answer", "ii", undefined],
])("%s", (_what, keys, effect) => {
  expect(press(list, keys).effect).toEqual(effect);
});

test("an agent that does not run is not interrupted, and that is said", () => {
  const { view, effect } = press({ ...list, selected: "rests" as SessionId }, "i");
  expect(effect).toBeUndefined();
  expect(view.note).toBe("its agent does not run");
});

test.each(["a", "d"])(
  "%s shows the card of the oldest approval; of a question it says who answers",
  (key) => {
    expect(press(list, key).view.card).toBe("ask");
    const other = press({ ...list, selected: "wonders" as SessionId }, key).view;
    expect(other.card).toBeUndefined();
    expect(other.note).toContain("nucleic attach wonders");
  },
);

test.each<[string, string, Partial<Scene>, string | undefined, string]>([
  ["seen whole and long enough", "y", {}, "allow", "allowing"],
  ["a moment too early", "y", { shownMs: lookMs - 1 }, undefined, "look first, then y"],
  ["with rows that were not on screen", "y", { seenRows: 29 }, undefined, "there is more of it below"],
  ["before all of it is here", "y", { request: undefined }, undefined, ""],
  ["with Enter", "\r", {}, undefined, ""],
  ["pasted", "yy", {}, undefined, ""],
  ["denied at once", "n", { shownMs: 0, seenRows: 0 }, "deny", "denying"],
  [
    "where an allow is not offered",
    "y",
    { request: { ...request, options: ["deny"] } as ApprovalRequest },
    undefined,
    "",
  ],
])("a card %s", (_what, keys, change, kind, note) => {
  const { view, effect } = press(card, keys, { ...seen, ...change });
  expect(effect?.kind).toBe(kind);
  expect(view.note).toContain(note);
});

test("a session that is opened follows its end until it is scrolled, and again once the end is reached", () => {
  const opened = press(list, "\r").view;
  expect(opened).toMatchObject({ opened: "asks", scroll: undefined });
  const up = press(opened, "k").view;
  expect(up.scroll).toBe(19);
  expect(press(up, "j").view.scroll).toBeUndefined();
  expect(press(up, "\u001b[5~").view.scroll).toBe(10);
  expect(press(up, "\u001b").view).toMatchObject({ opened: undefined, scroll: undefined });
});

test("a card that somebody else has answered goes, and so does a session that is put away", () => {
  const after = { ...board, approvals: [], sessions: [session("first")] };
  expect(withBoard({ ...card, opened: "asks" as SessionId }, after)).toMatchObject({
    card: undefined,
    opened: undefined,
    selected: "first",
    note: "that was answered",
  });
});

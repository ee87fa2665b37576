import type { ApprovalRequest } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { expect, test } from "vitest";
import { around, boardHead, cardRows, listRows, sessionHead } from "./board-rows.ts";
import { createStyle } from "./style.ts";
import { columns } from "./wrap.ts";

const evil = "\u001b]0;owned\u0007\u202etitle\u001b[2J";
const item = {
  id: "0198-1234abcd",
  projectId: "p",
  title: evil,
  backend: "demo\u001b[31m",
  status: "awaitingApproval",
  pendingApprovals: 1,
  pendingQuestions: 0,
  diffstat: { files: 2, added: 20, removed: 4, ahead: 1, behind: 0 },
  createdAt: 0,
  updatedAt: 0,
} as unknown as SessionItem;
const input = {
  selected: item.id,
  now: 61_000,
  project: () => "site",
  cost: () => "$0.42",
  shortId: () => "1234abcd",
};
const frame = (width: number) => ({ width, style: createStyle(false) });

test("a session says all of it in words, and the selected one is marked by a sign", () => {
  const row = listRows([item], input, frame(160))[1] ?? "";
  for (const word of [
    "›",
    "1234abcd",
    "asks for approval",
    "1 approval",
    "site",
    "$0.42",
    "2 files +20 −4",
    "1m",
  ])
    expect(row).toContain(word);
});

test("nothing of an agent moves the cursor or sets a title", () => {
  const request = {
    tool: "Bash",
    nativeTool: "Bash",
    input: { command: `ls ${evil}` },
    cwd: `/srv/${evil}`,
    options: ["allow", "deny"],
  } as unknown as ApprovalRequest;
  const rows = [
    ...listRows([item], input, frame(160)),
    sessionHead(item, input.shortId, frame(160)),
    boardHead([item], true, frame(160)),
    ...cardRows(request, frame(160)),
  ];
  expect(rows.filter((row) => /[\p{Cc}\u202e]/u.test(row))).toEqual([]);
});

test.each([50, 60, 70, 90, 120])("a row fits into %i columns", (width) => {
  expect(
    listRows([item], input, frame(width))
      .map(columns)
      .filter((size) => size > width),
  ).toEqual([]);
});

test("the card has every line of a long command", () => {
  const command = Array.from({ length: 200 }, (_, at) => `echo ${at}`).join("\n");
  const request = {
    tool: "Bash",
    nativeTool: "Bash",
    input: { command },
    cwd: "/srv",
    options: ["allow"],
  } as unknown as ApprovalRequest;
  const rows = cardRows(request, frame(80)).join("\n");
  expect(rows).toContain("echo 0\n");
  expect(rows).toContain("echo 199\n");
  expect(rows).not.toContain("press v");
});

test("rows around one: it is among them, and none is wanted beyond the ends", () => {
  const rows = Array.from({ length: 10 }, (_, at) => at);
  expect(around(rows, 0, 4)).toEqual([0, 1, 2, 3]);
  expect(around(rows, 5, 4)).toEqual([3, 4, 5, 6]);
  expect(around(rows, 9, 4)).toEqual([6, 7, 8, 9]);
  expect(around(rows, -1, 4)).toEqual([0, 1, 2, 3]);
});

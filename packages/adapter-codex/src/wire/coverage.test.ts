import { expect, test } from "vitest";
import { taken } from "../translate/notification.ts";
import { toolTypes } from "../translate/tools.ts";
import { coverageOf, items, notifications, requests } from "./coverage.ts";

const modelled = (table: object) =>
  Object.keys(table).filter((name) => coverageOf(table, name)?.is === "modelled");

test("what is called modelled is taken, and nothing else", () => {
  expect(modelled(notifications).sort()).toEqual(Object.keys(taken).sort());
});

test("every item that is a tool call is called modelled", () => {
  expect(Object.keys(toolTypes).filter((type) => coverageOf(items, type)?.is !== "modelled")).toEqual([]);
});

test("the tables are as they were agreed: a name more or less is a decision", () => {
  expect(modelled(notifications)).toHaveLength(17);
  expect(modelled(requests)).toEqual([
    "item/commandExecution/requestApproval",
    "item/fileChange/requestApproval",
    "item/permissions/requestApproval",
    "item/tool/requestUserInput",
    "mcpServer/elicitation/request",
  ]);
  expect(Object.keys(items).filter((type) => coverageOf(items, type)?.is === "raw")).toEqual([
    "functionCallOutput",
    "hookPrompt",
    "subAgentActivity",
    "sleep",
    "enteredReviewMode",
    "exitedReviewMode",
  ]);
});

test("nothing inherited passes for a row", () => {
  expect(coverageOf(notifications, "constructor")).toBeUndefined();
  expect(coverageOf(items, "__proto__")).toBeUndefined();
});

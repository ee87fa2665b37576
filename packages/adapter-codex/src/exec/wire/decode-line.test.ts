import { describe, expect, test } from "vitest";
import { decodeExecLine, isRawOnPurpose } from "./decode-line.ts";

const decode = (line: unknown) =>
  decodeExecLine(new TextEncoder().encode(typeof line === "string" ? line : JSON.stringify(line)));

describe("a line is what its type and what makes it that type say", () => {
  const item = { id: "item_0", type: "agent_message", text: "x" };
  test.each([
    [
      { type: "thread.started", thread_id: "t" },
      { type: "thread.started", threadId: "t" },
    ],
    [{ type: "turn.started" }, { type: "turn.started" }],
    [
      { type: "turn.completed", usage: { input_tokens: 1 } },
      { type: "turn.completed", usage: { input_tokens: 1 } },
    ],
    [
      { type: "turn.failed", error: { message: "m" } },
      { type: "turn.failed", message: "m" },
    ],
    [
      { type: "error", message: "m" },
      { type: "error", message: "m" },
    ],
    [
      { type: "item.updated", item },
      { type: "item", phase: "updated", item: { id: "item_0", kind: "agent_message", native: item } },
    ],
  ])("%j", (line, message) => {
    expect(decode(line)).toEqual({ status: "ok", message });
  });
});

describe("what is not modelled keeps its name", () => {
  test.each([
    [{ type: "thread.started" }, "thread.started"],
    [{ type: "brand.new" }, "brand.new"],
    [{ type: "item.completed", item: { id: "item_0", type: "error", message: "m" } }, "item/error"],
    [{ type: "item.completed", item: { id: "item_0", type: "toString" } }, "item/toString"],
    [{ type: "item.completed", item: { type: "agent_message" } }, "item/agent_message"],
    [{ type: "constructor" }, "constructor"],
  ])("%j", (line, type) => {
    expect(decode(line)).toEqual({ status: "unknown", type, native: line });
  });

  test("and only warnings are expected to be among it", () => {
    expect(["item/error", "item/toString", "constructor"].map(isRawOnPurpose)).toEqual([true, false, false]);
  });
});

test.each([
  ["", { status: "blank" }],
  [" \t", { status: "blank" }],
  ["Segmentation fault", { status: "invalid", reason: "not JSON", head: "Segmentation fault" }],
  ["[1]", { status: "invalid", reason: "not an object", head: "[1]" }],
  ['{"type":7}', { status: "invalid", reason: "no type", head: '{"type":7}' }],
])("%j is %j", (line, decoded) => {
  expect(decode(line)).toEqual(decoded);
});

test("of a bad line no more than its beginning is kept", () => {
  expect(decode("x".repeat(10_000))).toMatchObject({ head: "x".repeat(200) });
});

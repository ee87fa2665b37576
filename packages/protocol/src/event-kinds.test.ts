import { expect, test } from "vitest";
import { AgentEvent } from "./event.ts";
import { isEventKind } from "./event-kinds.ts";

test.each(AgentEvent.options.map((option) => option.shape.kind.value))("%s is a kind", (kind) => {
  expect(isEventKind(kind)).toBe(true);
});

test.each(["lunchBreak", "", "toString", "__proto__"])("%o is none", (kind) => {
  expect(isEventKind(kind)).toBe(false);
});

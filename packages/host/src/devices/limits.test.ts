import type { ProjectId } from "@nucleic/protocol/core";
import { expect, test } from "vitest";
import { closesAt, isOpenAt, mayAllow, mayKnow } from "./limits.ts";

const at = (hour: number, minute = 0) => new Date(2026, 5, 10, hour, minute).getTime();

test.each([
  ["nothing limits", {}, at(3), true],
  ["before its end", { expiresAt: at(4) }, at(3), true],
  ["at its end", { expiresAt: at(3) }, at(3), false],
  ["within its hours", { hours: { from: 540, to: 1_020 } }, at(9), true],
  ["at the end of its hours", { hours: { from: 540, to: 1_020 } }, at(17), false],
  ["over midnight, late", { hours: { from: 1_320, to: 360 } }, at(23), true],
  ["over midnight, early", { hours: { from: 1_320, to: 360 } }, at(5, 59), true],
  ["over midnight, at noon", { hours: { from: 1_320, to: 360 } }, at(12), false],
])("%s", (_, limits, now, isOpen) => {
  expect(isOpenAt(limits, now)).toBe(isOpen);
});

test("when it is over next", () => {
  expect(closesAt({}, at(3))).toBeUndefined();
  expect(closesAt({ expiresAt: at(2) }, at(3))).toBeUndefined();
  expect(closesAt({ hours: { from: 540, to: 1_020 }, expiresAt: at(20) }, at(9))).toBe(at(17));
  expect(closesAt({ hours: { from: 540, to: 1_020 }, expiresAt: at(10) }, at(9))).toBe(at(10));
});

test("risks are in order, and what is not known is the worst", () => {
  expect(mayAllow({}, undefined)).toBe(true);
  expect(mayAllow({ maxRisk: "write" }, "read")).toBe(true);
  expect(mayAllow({ maxRisk: "write" }, "write")).toBe(true);
  expect(mayAllow({ maxRisk: "write" }, "execute")).toBe(false);
  expect(mayAllow({ maxRisk: "destructive" }, undefined)).toBe(false);
});

test("a project that is not named does not exist", () => {
  const limits = { projects: ["a" as ProjectId] };
  expect(mayKnow(limits, "a" as ProjectId)).toBe(true);
  expect(mayKnow(limits, "b" as ProjectId)).toBe(false);
  expect(mayKnow(limits, undefined)).toBe(false);
  expect(mayKnow({}, undefined)).toBe(true);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import { createIds, idsFrom } from "./create-ids.ts";
import { SessionId } from "./ids.ts";

const at = (now: number): Clock => ({ now: () => now, monotonicMs: () => 0, sleep: () => Promise.resolve() });
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an id is a UUID of version 7 and begins with its time", () => {
  fc.assert(
    fc.property(time, (now) => {
      const id = createIds(at(now)).session();
      expect(id).toMatch(uuid);
      expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now);
    }),
  );
});

test("ids sort as their times do", () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first, second] = [createIds(at(a)).turn(), createIds(at(b)).turn()];
      if (a !== b) expect(first < second).toBe(a < b);
    }),
  );
});

test("every other bit is random", () => {
  const ids = Array.from({ length: 2_000 }, () => createIds(at(0)).approval());
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll("-", "")}`));
  const ever = bits.reduce((all, each) => all | each, 0n);
  const always = bits.reduce((all, each) => all & each, ever);
  expect(ever.toString(16)).toBe("7fffbfffffffffffffff");
  expect(always.toString(16)).toBe("70008000000000000000");
  expect(new Set(ids).size).toBe(ids.length);
});

test("ids can come from any source", () => {
  let made = 0;
  const ids = idsFrom(() => `id-${++made}`);
  expect([ids.session(), ids.project(), ids.turn(), ids.approval(), ids.question()]).toEqual([
    "id-1",
    "id-2",
    "id-3",
    "id-4",
    "id-5",
  ]);
});

test.each([
  ["", false],
  ["x", true],
  ["x".repeat(256), true],
  ["x".repeat(257), false],
])("an id has 1 to 256 characters (%#)", (id, fits) => {
  expect(SessionId.safeParse(id).success).toBe(fits);
});

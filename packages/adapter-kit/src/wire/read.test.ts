import { expect, test } from "vitest";
import { at, count, name, number, object, objects, strings, text } from "./read.ts";

const values = [undefined, null, true, 0, -1, 1.5, Number.NaN, "", "a", [], ["a", 1, {}], {}] as const;

test.each<[read: (value: unknown) => unknown, expected: unknown[]]>([
  [text, ["", "a"]],
  [name, ["a"]],
  [number, [0, -1, 1.5]],
  [count, [0]],
  [object, [{}]],
])("%o answers what has its type, and undefined for all else", (read, expected) => {
  expect(values.map(read).filter((value) => value !== undefined)).toEqual(expected);
});

test("of a list, what has the type; of all else, nothing", () => {
  expect(values.flatMap(objects)).toEqual([{}]);
  expect(values.flatMap(strings)).toEqual(["a"]);
});

test("a path is followed through own keys alone", () => {
  const value = { a: { b: 1 }, list: ["x"] };
  expect(at(value, ["a", "b"])).toBe(1);
  expect(at(value, [])).toBe(value);
  for (const path of [["a", "c"], ["a", "b", "c"], ["toString"], ["list", "0"]])
    expect(at(value, path)).toBeUndefined();
});

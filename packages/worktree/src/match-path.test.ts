import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPaths, matchPath } from "./match-path.ts";

const paths = [
  "src/parse-date.js",
  "src/totals.js",
  "test/parse-date.test.js",
  "README.md",
  "src/data/parse.js",
];

test.each([
  ["src/t", ["src/totals.js"], "the beginning of the path"],
  ["parse", ["src/data/parse.js", "src/parse-date.js"], "the beginning of the name, the shorter first"],
  ["DATE", ["src/parse-date.js", "test/parse-date.test.js"], "a part of the name, capitals or not"],
  ["spd", ["src/parse-date.js"], "letters in their order, the closer the better"],
])("%s finds %o first, by %s", (typed, first) => {
  expect(bestPaths(paths, typed, first.length)).toEqual(first);
});

test("what has other letters, or has them in another order, is not found", () => {
  expect(bestPaths(paths, "zzz", 10)).toEqual([]);
  expect(bestPaths(paths, "sj.slatot", 10)).toEqual([]);
});

test("no more are given than are wanted", () => {
  expect(bestPaths(paths, "", 2)).toEqual(["README.md", "src/totals.js"]);
});

test("letters of a path, in their order, always fit it", () => {
  const picked = fc
    .array(fc.tuple(fc.constantFrom(..."abcABC/.-_1"), fc.boolean()), { minLength: 1, maxLength: 40 })
    .map((chars) => ({
      path: chars.map(([char]) => char).join(""),
      typed: chars.flatMap(([char, isTyped]) => (isTyped ? [char] : [])).join(""),
    }));
  fc.assert(
    fc.property(picked, ({ path, typed }) => {
      expect(matchPath(path, typed)).toBeDefined();
      expect(matchPath(path, `${path}x`)).toBeUndefined();
    }),
  );
});

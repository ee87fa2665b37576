import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("one form for one value", () => {
  test.each<[string, unknown, string]>([
    ["white space", { a: [1, { b: 2 }] }, '{"a":[1,{"b":2}]}'],
    ["the order of keys", { b: 1, a: 2, "": 3 }, '{"":3,"a":2,"b":1}'],
    ["keys that look like numbers", { 9: 1, 10: 2, a: 3, "-1": 4 }, '{"-1":4,"10":2,"9":1,"a":3}'],
    ["__proto__", JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1},"z":1}'],
    ["minus zero", [-0, 0], "[0,0]"],
    ["numbers", [1e21, 1e-7, 0.1, 1_000_000, 5e-324], "[1e+21,1e-7,0.1,1000000,5e-324]"],
    ["escapes", '\u0000\b\t\n\f\r"\\/\u001f', '"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\\u001f"'],
    ["text beyond ASCII, as itself", "é€\u2028😀", '"é€\u2028😀"'],
    // By code unit the surrogates of the emoji (D83D) come before U+FB33, by code point after it.
    ["keys by code unit", { "\ufb33": 1, "😀": 2, "€": 3 }, '{"€":3,"😀":2,"\ufb33":1}'],
    ["lone surrogates, escaped", { "\ude00": "\ud83d" }, '{"\\ude00":"\\ud83d"}'],
    ["members that are undefined", { a: undefined, b: null }, '{"b":null}'],
    ["undefined in an array", [undefined, 1], "[null,1]"],
    ["holes in an array", Object.assign(new Array(2), { 1: 1 }), "[null,1]"],
    ["what says its own form", { at: { toJSON: () => ["then"] } }, '{"at":["then"]}'],
    ["the same object twice, side by side", [{ a: 1 }].flatMap((x) => [x, x]), '[{"a":1},{"a":1}]'],
    ["an object without a prototype", Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    ["true, false and null", [true, false, null], "[true,false,null]"],
  ])("%s", (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

const cycle: { self?: unknown } = {};
cycle.self = { within: [cycle] };

describe("what has no form is refused", () => {
  test.each<[string, unknown]>([
    ["NaN", { a: Number.NaN }],
    ["infinity", [Number.POSITIVE_INFINITY]],
    ["a bigint", 1n],
    ["a function", { a: () => 1 }],
    ["a symbol", [Symbol("a")]],
    ["undefined itself", undefined],
    ["a cycle", cycle],
  ])("%s", (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

const json = fc.jsonValue({ stringUnit: "binary" });

/** The same value with the keys of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(entries.reverse());
}

test("reading it gives the value back", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("it does not depend on the order of keys, and writing what was read changes nothing", () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

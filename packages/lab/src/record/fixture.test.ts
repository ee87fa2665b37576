import fc from "fast-check";
import { expect, test } from "vitest";
import { entryOf, fixtureOf, formatFixture, lineOf, linesOf, parseFixture } from "./fixture.ts";

const lines: readonly [string, string, "data" | "text"][] = [
  ["JSON as it is written", '{"b":1,"a":[null,"é"]}', "data"],
  ["JSON with spaces", '{"a": 1}', "text"],
  ["a number in another form", '{"a":1.0}', "text"],
  ["keys that JavaScript would sort", '{"b":1,"2":1,"1":1}', "text"],
  ["no JSON", "warning: {", "text"],
  ["nothing", "", "text"],
];

test.for(lines)("%s comes back byte for byte", ([, line, form]) => {
  const entry = entryOf("stdout", line);
  expect(Object.keys(entry)).toEqual(["dir", form]);
  expect(lineOf(entry)).toBe(line);
});

test("any lines come back through the file", () => {
  const entry = fc.tuple(
    fc.constantFrom("stdin", "stdout", "exit" as const),
    fc.oneof(fc.string({ unit: "binary" }), fc.json()),
  );
  fc.assert(
    fc.property(fc.array(entry), (recorded) => {
      const entries = recorded.map(([dir, line]) => entryOf(dir, line));
      const read = parseFixture(formatFixture(entries));
      expect(read.entries.map(lineOf)).toEqual(recorded.map(([, line]) => line));
      expect(linesOf(read.entries, "stdin")).toEqual(
        recorded.filter(([dir]) => dir === "stdin").map(([, line]) => line),
      );
    }),
  );
});

test("stdout is the CLI's lines alone, each with its end", () => {
  const entries = [
    entryOf("stdin", "{}"),
    entryOf("stdout", '{"a":1}'),
    entryOf("stdout", "x"),
    entryOf("exit", "{}"),
  ];
  expect(fixtureOf(entries).stdout).toBe('{"a":1}\nx\n');
});

test.for([
  ["no JSON", "nonsense", "line 2 is no JSON"],
  ["a direction that is none", '{"dir":"up","data":1}', "line 2 is no entry of a fixture"],
  ["no content", '{"dir":"stdout"}', "line 2 is no entry of a fixture"],
  ["no object", "null", "line 2 is no entry of a fixture"],
])("%s is refused, with the line's number", ([, line, message]) => {
  expect(() => parseFixture(`{"dir":"stdout","data":1}\n${line}\n`)).toThrow(
    expect.objectContaining({ code: "badFixture", message }),
  );
});

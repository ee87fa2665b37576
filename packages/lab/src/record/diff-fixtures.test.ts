import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLists } from "./align-lists.ts";
import { diffFixtures } from "./diff-fixtures.ts";
import { entryOf, fixtureOf } from "./fixture.ts";

const recorded = (...values: unknown[]) =>
  fixtureOf(
    values.map((value) => entryOf("stdout", typeof value === "string" ? value : JSON.stringify(value))),
  );
const init = { type: "system", subtype: "init", tools: ["Bash", "Read"], version: "1" };
const delta = (text: string) => ({ type: "stream_event", event: { type: "content_block_delta", text } });

test("the same recording has no differences", () => {
  expect(diffFixtures(recorded(init, delta("a")), recorded(init, delta("a")))).toBe("");
});

test("the order of keys is no difference", () => {
  expect(diffFixtures(recorded({ type: "a", x: 1 }), recorded({ x: 1, type: "a" }))).toBe("");
});

test("drift is told by kind of line and place, once for all lines that share it", () => {
  const before = recorded(
    init,
    { type: "old" },
    delta("a"),
    delta("b"),
    { type: "result", ok: true, gone: 1 },
    "text",
  );
  const after = recorded(
    { ...init, tools: ["Bash", "Write"], version: "2" },
    { ...delta("a"), id: 1 },
    { ...delta("b"), id: 1 },
    { type: "result", ok: false },
    { type: "new", subtype: "kind" },
    "other text",
  );
  expect(diffFixtures(before, after)).toBe(
    `~ stdout system/init
    .tools[1]: "Read" → "Write"
    .version: "1" → "2"
- stdout old
~ stdout stream_event/content_block_delta (2 times)
    + .id = 1
~ stdout result
    .ok: true → false
    - .gone = 1
+ stdout new/kind
~ stdout text
    text → other text
`,
  );
});

test("the number of a sanitised UUID is no difference, since each new line before it changes it", () => {
  const numbered = (count: number) => ({ type: "a", uuid: `00000000-0000-4000-8000-1c530000000${count}` });
  expect(diffFixtures(recorded(numbered(1)), recorded(numbered(2)))).toBe("");
  expect(diffFixtures(recorded(numbered(1)), recorded({ type: "a", uuid: null }))).toContain("→ null");
});

test("a line that only stands in another place is no difference, one that also changed is", () => {
  const [a, b, c] = [{ type: "a", n: 1 }, { type: "b" }, { type: "c" }];
  expect(diffFixtures(recorded(a, b, c), recorded(b, c, a))).toBe("");
  expect(diffFixtures(recorded(a, b, c), recorded(b, c, { ...a, n: 2 }))).toBe("~ stdout a\n    .n: 1 → 2\n");
});

test("equal lines are no difference, wherever they stand among others of their kind", () => {
  const [a, b] = [
    { type: "a", n: 1 },
    { type: "a", n: 2 },
  ];
  expect(diffFixtures(recorded(a, b), recorded(b, a))).toBe("");
  expect(diffFixtures(recorded(a, b, b), recorded(b, a))).toBe("- stdout a\n");
});

test("of a race only the kinds of lines are compared", () => {
  const before = recorded({ type: "a", n: 1 }, { type: "b" });
  const compare = (...after: unknown[]) => diffFixtures(before, recorded(...after), { kindsOnly: true });
  expect(compare({ type: "b" }, { type: "a", n: 2 })).toBe("");
  expect(compare({ type: "a", n: 2 })).toBe("- stdout b\n");
});

test("lines of chance are not compared", () => {
  const [a, b] = [{ type: "a" }, { type: "b" }];
  expect(diffFixtures(recorded(a, b), recorded(a), { chance: /^\{"type":"b"/ })).toBe("");
});

test("nor are those of stderr, which stand together at the end", () => {
  const ended = (stderr: string) => fixtureOf([{ dir: "exit", data: { cause: "exited", code: 0, stderr } }]);
  const compare = (before: string, after: string) =>
    diffFixtures(ended(before), ended(after), { chance: /^no bubblewrap/ });
  expect(compare("no bubblewrap here\n", "")).toBe("");
  expect(compare("no bubblewrap here\n", "out of memory\n")).toContain(".stderr");
});

test("long values are cut", () => {
  const changes = diffFixtures(recorded({ type: "a" }), recorded({ type: "a", long: "x".repeat(200) }));
  expect(changes.split("\n")[1]).toMatch(/^ {4}\+ \.long = "x{59}…$/);
});

test("aligned lists hold both lists in order, with pairs of equal kind", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c"));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const pairs = alignLists(before, after, (item) => item);
      expect(pairs.flatMap(([left]) => left ?? [])).toEqual(before);
      expect(pairs.flatMap(([, right]) => right ?? [])).toEqual(after);
      for (const [left, right] of pairs) if (left && right) expect(left).toBe(right);
    }),
  );
});

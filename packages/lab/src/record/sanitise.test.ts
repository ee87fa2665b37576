import fc from "fast-check";
import { expect, test } from "vitest";
import { entryOf, type FixtureEntry, lineOf } from "./fixture.ts";
import { type SanitiseRules, sanitise } from "./sanitise.ts";

const line = (value: unknown): FixtureEntry => entryOf("stdout", JSON.stringify(value));
const clean = (values: readonly unknown[], rules?: SanitiseRules) =>
  sanitise(values.map(line), rules).map((entry) => JSON.parse(lineOf(entry)));

const A = "3f0c6c52-6d2b-4f6e-9d1c-0a8f5b7e4c11";
const stand = (count: number, kind = "67d9") => `00000000-0000-4000-8000-${kind}0000000${count}`;
const B = "b6207bcd-860d-42a8-b330-af656c47f148";

const rows: readonly [string, readonly unknown[], readonly unknown[], SanitiseRules?][] = [
  [
    "UUIDs are numbered among those of one kind of line, and stay the same thing",
    [{ id: B }, { id: A, of: B.toUpperCase(), text: `see ${A}.` }],
    [
      { id: stand(1) },
      {
        id: stand(2),
        of: stand(1),
        text: `see ${stand(2)}.`,
      },
    ],
  ],
  [
    "times become one time",
    [{ at: "2026-11-30T09:22:49.299Z", end_time: 1796030569346 }],
    [{ at: "2026-01-01T00:00:00.000Z", end_time: 1767225600000 }],
  ],
  [
    "durations become one millisecond, other numbers stay",
    [{ duration_ms: 286, totalDurationMs: 4.5, tokens: 286 }],
    [{ duration_ms: 1, totalDurationMs: 1, tokens: 286 }],
  ],
  [
    "ports of loopback addresses go",
    [{ url: "http://127.0.0.1:45389/v1", host: "localhost:8080" }],
    [{ url: "http://127.0.0.1:1/v1", host: "localhost:1" }],
  ],
  [
    "folders have fixed names, in keys and in names made of them, the longer ones first",
    [{ "/tmp/x7/project": "/tmp/x7/project/a.txt and /tmp/x7/.config", name: "-tmp-x7-project" }],
    [{ "/lab/project": "/lab/project/a.txt and /lab/home/.config", name: "-lab-project" }],
    { places: { "/tmp/x7": "/lab/home", "/tmp/x7/project": "/lab/project" } },
  ],
  [
    "ids under the keys named are numbered wherever they stand",
    [
      { text: "agentId: ab5b265a9d" },
      { task_id: "ab5b265a9d", patch: { agent_id: "ab5b265a9d" } },
      { task_id: "zz9988776" },
    ],
    [
      { text: "agentId: task_id-1" },
      { task_id: "task_id-1", patch: { agent_id: "task_id-1" } },
      { task_id: "task_id-2" },
    ],
    { idKeys: ["task_id", "agent_id"] },
  ],
  [
    "a short value under such a key is no random id",
    [{ task_id: "1" }],
    [{ task_id: "1" }],
    { idKeys: ["task_id"] },
  ],
  [
    "short ids are numbered under their keys alone",
    [{ processId: "4711" }, { processId: "815", text: "4711" }, { processId: "4711" }, { processId: null }],
    [
      { processId: "processId#1" },
      { processId: "processId#2", text: "4711" },
      { processId: "processId#1" },
      { processId: null },
    ],
    { shortIdKeys: ["processId"] },
  ],
  [
    "what is this machine's own has a fixed stand",
    [{ serverName: "box", text: "box" }],
    [{ serverName: "lab", text: "box" }],
    { fixed: { serverName: "lab" } },
  ],
  [
    "folders are known by their own name, where it is long enough, and as a part of an address",
    [{ text: "a/nucleic-lab-x7Yz/b", url: "%2Ftmp%2Fnucleic-lab-x7Yz" }],
    [{ text: "a/project/b", url: "%2Flab%2Fproject" }],
    { places: { "/tmp/nucleic-lab-x7Yz": "/lab/project" } },
  ],
  [
    "times in seconds become that time too, by their key",
    [{ createdAt: 1796022472, updated_at: 1796022472, tokens: 1796022472 }],
    [{ createdAt: 1767225600, updated_at: 1767225600, tokens: 1796022472 }],
  ],
  [
    "further texts are replaced by rule",
    [{ text: "took 47 ms" }],
    [{ text: "took 1 ms" }],
    { texts: [[/took \d+/g, "took 1"]] },
  ],
];

test.for(rows)("%s", ([, before, after, rules]) => {
  expect(clean(before, rules)).toEqual(after);
});

test("the numbers of one kind of line do not depend on what stands between them", () => {
  const ids = (values: readonly { type: string; id: string }[]) =>
    new Set(clean(values).map(({ type, id }) => `${type} ${id}`));
  const lines = [
    { type: "a", id: A },
    { type: "b", id: B },
  ];
  expect(ids(lines)).toEqual(new Set([`a ${stand(1, "6e09")}`, `b ${stand(1, "60d0")}`]));
  expect(ids(lines.toReversed())).toEqual(ids(lines));
});

test("a line that is no JSON is cleaned as text", () => {
  expect(sanitise([{ dir: "stdout", text: `oops ${A}` }])).toEqual([
    { dir: "stdout", text: `oops ${stand(1, "c85c")}` },
  ]);
});

test("the order of keys stays as it was", () => {
  expect(sanitise([entryOf("stdout", `{"z":1,"a":{"y":"${A}","b":2}}`)]).map(lineOf)).toEqual([
    `{"z":1,"a":{"y":"${stand(1)}","b":2}}`,
  ]);
});

test("cleaning what is clean changes nothing", () => {
  const leaf = fc.oneof(
    fc.uuid(),
    fc.string(),
    fc.integer(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constant("/tmp/p/file"),
  );
  const message = fc.record({
    task_id: fc.stringMatching(/^a[0-9a-f]{16}$/),
    more: fc.dictionary(fc.constantFrom("id", "duration_ms", "text", "end_time"), leaf),
  });
  const rules = { places: { "/tmp/p": "/lab/project" }, idKeys: ["task_id"] };
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const once = sanitise(messages.map(line), rules);
      expect(sanitise(once, rules)).toEqual(once);
    }),
  );
});

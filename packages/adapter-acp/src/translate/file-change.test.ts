import { describe, expect, test } from "vitest";
import { agents, call, callUpdate, Played, permission } from "../../test/played.ts";
import { relativePath } from "./file-change.ts";
import { unifiedDiff } from "./unified-diff.ts";

type Native = Readonly<Record<string, unknown>>;

const diff = (oldText: string | null, newText: string, more: Native = {}) => [
  { type: "diff", path: "/repo/src/a.ts", oldText, newText, ...more },
];

function changes(agent: string, ...updates: readonly Native[]) {
  const played = new Played(agents[agent]).ready();
  played.feed({ kind: "input", input: { text: "Go on.", context: [] }, steer: false }).updates(...updates);
  return played.all("fileChange").map(({ path, change, diff, inferred, movedTo }) => ({
    path,
    change,
    inferred,
    ...(diff !== undefined && { diff }),
    ...(movedTo !== undefined && { movedTo }),
  }));
}

const edit = { kind: "edit", status: "in_progress" };

describe("what a call changed", () => {
  test("is the agent's report, where it gives one at the end", () => {
    const updates = [
      call("c", { ...edit, content: diff("a\n", "b\n") }),
      callUpdate("c", { status: "completed", content: diff("a\n", "c\n") }),
    ];
    expect(changes("any", ...updates)).toEqual([
      {
        path: "src/a.ts",
        change: "update",
        inferred: false,
        diff: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,1 +1,1 @@\n-a\n+c\n",
      },
    ]);
  });

  test("is inferred from what it was going to do, where it only says that it is done", () => {
    const updates = [
      call("c", { ...edit, content: diff(null, "new\n") }),
      callUpdate("c", { status: "completed" }),
    ];
    expect(changes("any", ...updates)).toEqual([
      {
        path: "src/a.ts",
        change: "add",
        inferred: true,
        diff: "--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,1 @@\n+new\n",
      },
    ]);
  });

  test("is a report even where nothing was heard of the call before", () => {
    expect(
      changes("any", callUpdate("c", { kind: "edit", status: "completed", content: diff("a", "b") })),
    ).toMatchObject([{ inferred: false }]);
  });

  test("is a place without a diff, where there is nothing else", () => {
    const place = { locations: [{ path: "/repo/src/a.ts" }] };
    expect(
      changes("any", call("c", { ...edit, ...place }), callUpdate("c", { status: "completed" })),
    ).toEqual([{ path: "src/a.ts", change: "update", inferred: true }]);
    expect(
      changes("any", call("c", { kind: "delete", ...place }), callUpdate("c", { status: "completed" })),
    ).toEqual([{ path: "src/a.ts", change: "delete", inferred: true }]);
  });

  test.each([
    ["failed", [call("c", { ...edit, content: diff("a", "b") }), callUpdate("c", { status: "failed" })]],
    ["is not over", [call("c", { ...edit, content: diff("a", "b") })]],
    [
      "only read",
      [
        call("c", { kind: "read", locations: [{ path: "/repo/a" }] }),
        callUpdate("c", { status: "completed" }),
      ],
    ],
  ])("is nothing where it %s", (_, updates) => {
    expect(changes("any", ...updates)).toEqual([]);
  });
});

test("the texts of a diff may be a passage: where it stands, and no end of file in sight", () => {
  const grok = callUpdate("c", {
    status: "completed",
    content: diff("two", "2", { _meta: { details: [{ old_line: 7 }] } }),
  });
  const claude = callUpdate("c", {
    status: "completed",
    content: diff("two", "2"),
    locations: [{ path: "/repo/src/a.ts", line: 7 }],
  });
  for (const [agent, over] of [
    ["grok", grok],
    ["claude-agent-acp", claude],
  ] as const)
    expect(changes(agent, over)[0]?.diff).toBe("--- a/src/a.ts\n+++ b/src/a.ts\n@@ -7,1 +7,1 @@\n-two\n+2\n");
});

test("or they are the whole file, whose end counts", () => {
  expect(
    changes("gemini", callUpdate("c", { status: "completed", content: diff("two\n", "2") }))[0]?.diff,
  ).toBe("--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,1 +1,1 @@\n-two\n+2\n\\ No newline at end of file\n");
});

test("a new file's old text is empty, null or absent", () => {
  for (const before of [{ oldText: "" }, { oldText: null }, {}])
    expect(
      changes(
        "any",
        callUpdate("c", {
          status: "completed",
          content: [{ type: "diff", path: "/repo/n", newText: "x\n", ...before }],
        }),
      ),
    ).toMatchObject([{ path: "n", change: "add" }]);
});

test("codex-acp lists what became of each file", () => {
  const listed = {
    "/repo/new": { type: "add", content: "x\n" },
    "/repo/old": { type: "delete", content: "y\n" },
    "/repo/a": { type: "update", unified_diff: "@@ -1 +1 @@\n-o\n+n\n", move_path: null },
    "/repo/b": { type: "update", unified_diff: "@@ -1 +1 @@\n-o\n+n\n", move_path: "/repo/c" },
  };
  const begun = call("c", { kind: "edit", status: "in_progress", rawInput: { changes: listed } });
  const over = callUpdate("c", { status: "completed", rawOutput: { success: true, changes: listed } });
  expect(changes("codex-acp", begun, over)).toEqual([
    { path: "new", change: "add", inferred: false, diff: "--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+x\n" },
    { path: "old", change: "delete", inferred: false },
    { path: "a", change: "update", inferred: false, diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-o\n+n\n" },
    {
      path: "b",
      change: "rename",
      movedTo: "c",
      inferred: false,
      diff: "--- a/b\n+++ b/c\n@@ -1 +1 @@\n-o\n+n\n",
    },
  ]);
  expect(
    changes("codex-acp", begun, callUpdate("c", { status: "completed" })).map(({ inferred }) => inferred),
  ).toEqual([true, true, true, true]);
});

test("a card shows the diff of every file that a call would change", () => {
  const played = new Played().ready().says(
    permission(1, {
      toolCallId: "c",
      kind: "edit",
      content: [...diff("a\n", "b\n"), { type: "diff", path: "/elsewhere", oldText: null, newText: "x\n" }],
    }),
  );
  const request = played.all("approvalRequested")[0]?.request;
  expect(request?.paths).toEqual(["/repo/src/a.ts", "/elsewhere"]);
  expect(request?.diff?.match(/^\+\+\+ .*$/gm)).toEqual(["+++ b/src/a.ts", "+++ b//elsewhere"]);
});

test.each([
  ["/repo/a", "a"],
  ["/repo/sub/../a", "a"],
  ["/repo", "/repo"],
  ["/repository/a", "/repository/a"],
  ["/a", "/a"],
  ["/repo/..a", "..a"],
  ["./a", "a"],
])("%s below /repo is %s", (path, expected) => {
  expect(relativePath(path, "/repo")).toBe(expected);
});

describe("there is no diff", () => {
  const of = (before: string, after: string) =>
    unifiedDiff("a", { path: "a", before, after, line: undefined }, false);

  test("of texts that are the same", () => {
    expect(of("same", "same")).toBe(undefined);
  });

  test("of texts too long or too far apart to draw one up while events wait", () => {
    expect(of("x".repeat(600_000), "y".repeat(600_000))).toBe(undefined);
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${n}\n`).join("");
    expect(of(lines("before"), lines("after"))).toBe(undefined);
  });
});

import { describe, expect, test } from "vitest";
import { add, completed, inTurn, patch, started, update } from "../../test/app-server-lines.ts";

const hunk = "@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n";
const remove = (path: string, diff: string) => ({ path, kind: { type: "delete" }, diff });

describe("the tool is what the patch does, all of it", () => {
  test.each([
    [[add("/repo/n.txt", "x\n")], "Write", { path: "/repo/n.txt", content: "x\n" }],
    [[update("/repo/a.txt", hunk)], "Edit", { path: "/repo/a.txt", diff: hunk }],
    [
      [update("/repo/a.txt", hunk), add("/repo/n.txt", "x\n")],
      "MultiEdit",
      {
        changes: [
          { path: "/repo/a.txt", change: "update" },
          { path: "/repo/n.txt", change: "add" },
        ],
      },
    ],
    [[remove("/repo/a.txt", "one\n")], "Other", { changes: [{ change: "delete" }] }],
    [
      [update("/repo/a.txt", hunk, "/repo/b.txt")],
      "Other",
      { changes: [{ change: "rename", movedTo: "/repo/b.txt" }] },
    ],
    [[add("/repo/n.txt", "x\n"), remove("/repo/a.txt", "one\n")], "Other", {}],
    [[], "MultiEdit", { changes: [] }],
  ])("%j", (changes, tool, input) => {
    const run = inTurn(started(patch("p1", changes)));
    expect(run.of("toolCallStarted")).toMatchObject([{ tool, nativeTool: "fileChange" }]);
    expect(run.of("toolCallCompleted")).toMatchObject([{ input }]);
  });
});

describe("a completed patch tells its files", () => {
  test.each([
    [
      add("/repo/sub/n.txt", "x\ny\n"),
      { path: "sub/n.txt", change: "add", diff: "--- /dev/null\n+++ b/sub/n.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n" },
    ],
    [
      add("/repo/n.txt", "x"),
      {
        change: "add",
        diff: "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n",
      },
    ],
    [add("/repo/n.txt", ""), { change: "add", diff: "--- /dev/null\n+++ b/n.txt\n" }],
    [
      update("/repo/a.txt", hunk),
      { path: "a.txt", change: "update", diff: `--- a/a.txt\n+++ b/a.txt\n${hunk}` },
    ],
    [
      update("/repo/a.txt", hunk, "/repo/sub/b.txt"),
      {
        path: "a.txt",
        change: "rename",
        movedTo: "sub/b.txt",
        diff: `--- a/a.txt\n+++ b/sub/b.txt\n${hunk}`,
      },
    ],
    [
      update("/repo/a.txt", `${hunk}\n\nMoved to: /repo/b.txt`, "/repo/b.txt"),
      { change: "rename", diff: `--- a/a.txt\n+++ b/b.txt\n${hunk}` },
    ],
    [
      update("/repo/a.txt", "@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /repo/c.txt"),
      {
        change: "update",
        diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /repo/c.txt\n",
      },
    ],
    [
      remove("/repo/a.txt", "one\ntwo\n"),
      { path: "a.txt", change: "delete", diff: "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n" },
    ],
    [add("/etc/hosts", "x\n"), { path: "/etc/hosts" }],
    [add("/repository/x", "x\n"), { path: "/repository/x" }],
    [add("a/../b.txt", "x\n"), { path: "b.txt" }],
  ])("%j", (change, event) => {
    const run = inTurn(started(patch("p1", [change])), completed(patch("p1", [change], "completed")));
    expect(run.of("fileChange")).toMatchObject([{ ...event, toolCallId: "p1", inferred: false }]);
  });

  test("and a refused one none", () => {
    const changes = [add("/repo/n.txt", "x\n")];
    for (const status of ["declined", "failed"]) {
      const run = inTurn(started(patch("p1", changes)), completed(patch("p1", changes, status)));
      expect(run.of("fileChange")).toEqual([]);
      expect(run.of("toolResult")).toMatchObject([{ isError: true, content: [{ text: status }] }]);
    }
  });
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "@nucleic/process";
import { describe, expect, test } from "vitest";
import { called, failedResult, init, input, play, toolResult } from "../../test/claude-lines.ts";

type Fields = Record<string, unknown>;

const changes = (name: string, native: Fields, tool_use_result: unknown, cwd = "/repo") =>
  play(
    input("go"),
    init({ cwd }),
    called("m1", "t1", name, native),
    toolResult("t1", "ok", { tool_use_result }),
  )
    .of("fileChange")
    .map(({ toolCallId, path, change, diff, inferred }) => ({ toolCallId, path, change, diff, inferred }));

/** As both versions answered Edit and Write: hunks as they stand in the CLI's own result. */
const hunk = {
  oldStart: 1,
  oldLines: 5,
  newStart: 1,
  newLines: 6,
  lines: [" one", "-two", "+TWO", "+TWO2", " three", " four", " five"],
};
const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

describe("a file change is inferred from what a tool answered", () => {
  test("Edit: the CLI's own hunks as a unified diff", () => {
    const result = { filePath: "/repo/src/a.txt", structuredPatch: [hunk], originalFile: before };
    expect(changes("Edit", { file_path: "src/a.txt" }, result)).toEqual([
      {
        toolCallId: "t1",
        path: "src/a.txt",
        change: "update",
        diff: "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,5 +1,6 @@\n one\n-two\n+TWO\n+TWO2\n three\n four\n five\n",
        inferred: true,
      },
    ]);
  });

  test.each([
    ["new\nfile\n", "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,2 @@\n+new\n+file\n"],
    ["x", "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n"],
    ["", undefined],
  ])("Write of a new file: %j", (content, diff) => {
    const result = { type: "create", filePath: "b.txt", content, structuredPatch: [], originalFile: null };
    expect(changes("Write", { file_path: "b.txt", content }, result)).toMatchObject([
      { path: "b.txt", change: "add", diff },
    ]);
  });

  test("NotebookEdit: which file, without a diff; none where it failed in its own way", () => {
    const native = { notebook_path: "/repo/n.ipynb" };
    expect(changes("NotebookEdit", native, { notebook_path: "/repo/n.ipynb", error: "" })).toMatchObject([
      { path: "n.ipynb", change: "update", diff: undefined },
    ]);
    expect(
      changes("NotebookEdit", native, { notebook_path: "/repo/n.ipynb", error: "no such cell" }),
    ).toEqual([]);
  });

  test("332 in auto mode finds out what a shell command did", () => {
    const hunks = [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ["+hi"] }];
    const bashEditDiff = { files: [{ filePath: "/repo/b.txt", hunks, created: true }] };
    expect(changes("Bash", { command: "echo hi > b.txt" }, { stdout: "", bashEditDiff })).toMatchObject([
      { path: "b.txt", change: "add", diff: "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+hi\n" },
    ]);
  });

  test("a subagent's result has no structure: the input names the file", () => {
    expect(changes("Edit", { file_path: "a.txt" }, undefined)).toMatchObject([
      { path: "a.txt", change: "update", diff: undefined },
    ]);
  });

  test("a call that failed changed nothing, and reading changes nothing", () => {
    const run = play(
      input("go"),
      init(),
      called("m1", "t1", "Edit", { file_path: "a" }),
      failedResult("t1", "no"),
    );
    expect(run.of("fileChange")).toEqual([]);
    expect(changes("Read", { file_path: "a" }, { filePath: "a" })).toEqual([]);
  });
});

describe("paths are relative to the cwd where they are inside of it", () => {
  test.each([
    ["/repo/a", "a"],
    ["./sub/../a", "a"],
    ["/repo/..hidden", "..hidden"],
    ["/repository/a", "/repository/a"],
    ["/home/dev/.claude/plans/p.md", "/home/dev/.claude/plans/p.md"],
  ])("%s is %s", (native, path) => {
    expect(changes("Edit", {}, { filePath: native })).toMatchObject([{ path }]);
  });

  test("whether by the cwd that was given or by the one the CLI resolved it to", () => {
    const given = changes("Edit", {}, { filePath: "/repo/a" }, "/private/repo");
    const resolved = changes("Edit", {}, { filePath: "/private/repo/a" }, "/private/repo");
    expect([...given, ...resolved].map(({ path }) => path)).toEqual(["a", "a"]);
  });
});

test.each([
  ["Edit", { filePath: "a.txt", structuredPatch: [hunk] }, "a.txt", before.replace("two", "TWO\nTWO2")],
  ["Write", { type: "create", filePath: "sub/b.txt", content: "new\nfile" }, "sub/b.txt", "new\nfile"],
])("git applies the diff of %s", async (name, result, path, after) => {
  const folder = await mkdtemp(join(tmpdir(), "nucleic-diff-"));
  try {
    await writeFile(join(folder, "a.txt"), before);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, "change.diff"), changes(name, {}, result)[0]?.diff ?? "");
    const env = { PATH: process.env.PATH ?? "", HOME: folder, GIT_CEILING_DIRECTORIES: dirname(folder) };
    const applied = await runCommand("git", ["apply", "change.diff"], { cwd: folder, env });
    expect(applied.stderr).toBe("");
    expect(await readFile(join(folder, path), "utf8")).toBe(after);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

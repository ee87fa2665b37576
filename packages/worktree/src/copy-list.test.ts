import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitSandbox, write } from "../test/git-sandbox.ts";
import { readCopyList } from "./copy-list.ts";
import { createWorktree } from "./create.ts";

test("what a repository asks for is read as in .gitignore, and only ignored files follow from it", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", {
    ".gitignore": ".env\nsecrets/\n*.local\n/only-top\n",
    ".worktreeinclude": "# copied\n.env\r\n/only-top\nREADME.md\n",
    ".nucleic/copy": "secrets/\nconfig/*.local\n",
    "README.md": "tracked\n",
  });
  await write(top, {
    ...{ ".env": "1", "deep/.env": "2", "only-top": "3", "deep/only-top": "no" },
    ...{ "secrets/a/key": "4", "config/x.local": "5", "x.local": "no" },
  });
  const repository = await sandbox.open(top);
  const { patterns: copyFiles, refused } = await readCopyList(repository);
  expect(refused).toEqual([]);
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "x",
    baseDir: sandbox.baseDir,
    copyFiles,
  });
  expect([...made.copied].sort()).toEqual([
    ".env",
    "config/x.local",
    "deep/.env",
    "only-top",
    "secrets/a/key",
  ]);
});

test("lines that lead elsewhere are refused by name", async () => {
  const sandbox = await gitSandbox();
  const lines = ["../other/.env", "a/../../b", "!keep", ".git/config", "x/.GIT/hooks", "/", "back\\slash"];
  const top = await sandbox.repository("project", { ".worktreeinclude": lines.join("\n") });
  expect(await readCopyList(await sandbox.open(top))).toEqual({ patterns: [], refused: lines });
});

test("a link in the list's place is not followed, nor is a list without end", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", { ".nucleic/copy": "x\n".repeat(40_000) });
  await write(sandbox.root, { list: ".env\n" });
  await symlink(join(sandbox.root, "list"), join(top, ".worktreeinclude"));
  expect(await readCopyList(await sandbox.open(top))).toEqual({ patterns: [], refused: [] });
});

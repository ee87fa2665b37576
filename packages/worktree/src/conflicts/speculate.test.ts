import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Files, scene, write } from "../../test/git-sandbox.ts";
import { createWorktree } from "../create.ts";
import { integrateWorktree } from "../integrate.ts";
import { speculate } from "./speculate.ts";

/** Sessions s1, s2 … on one repository, each with changes that are not committed. */
async function sessions(base: Files, ...changes: Files[]) {
  const made = await scene(base);
  const worktrees = [made.worktree];
  for (const [at] of changes.entries()) {
    if (at === 0) continue;
    const { repository, sandbox } = made;
    const id = `s${at + 1}`;
    worktrees.push(await createWorktree({ repository, id, title: "x", baseDir: sandbox.baseDir }));
  }
  for (const [at, files] of changes.entries()) await write(worktrees[at]?.path ?? "", files);
  return { ...made, worktrees };
}

const five = Array.from({ length: 5 }, (_, at) => `${at}\n`).join("");

test("who conflicts with the target, and who with each other, uncommitted and untracked files included", async () => {
  const { sandbox, top, repository, worktrees } = await sessions(
    { "a.txt": five, "b.txt": "b\n", "c.txt": "c\n" },
    { "a.txt": `X\n${five}`, "new.txt": "one\n" },
    { "a.txt": `${five}Y\n`, "new.txt": "two\n" },
    { "b.txt": "three\n" },
    { "c.txt": null },
  );
  await sandbox.commit(top, { "b.txt": "target\n" });
  const found = await speculate({ repository, worktrees });
  expect(found.sessions).toMatchObject([
    { id: "s1", outcome: "clean", target: "main", paths: ["a.txt", "new.txt"] },
    { id: "s2", outcome: "clean" },
    { id: "s3", outcome: "conflicted", conflicts: [{ path: "b.txt" }] },
    { id: "s4", outcome: "clean", paths: ["c.txt"] },
  ]);
  expect(found.pairs).toMatchObject([{ sessions: ["s1", "s2"], conflicts: [{ path: "new.txt" }] }]);
  expect(found.comparedPairs).toBe(1);
});

test("nothing is touched: no object, ref, index or file", async () => {
  const { sandbox, top, repository, worktrees } = await sessions(
    { "a.txt": five },
    { "a.txt": "X\n" },
    { "a.txt": "Y\n" },
  );
  const everything = async () => ({
    objects: await sandbox.git(top, "count-objects", "-v"),
    refs: await sandbox.git(top, "for-each-ref"),
    status: await Promise.all(worktrees.map(({ path }) => sandbox.git(path, "ls-files", "--debug"))),
  });
  const before = await everything();
  expect((await speculate({ repository, worktrees })).pairs).toHaveLength(1);
  expect(await everything()).toEqual(before);
});

test.each<[string, Files, Files, Files]>([
  ["a file where the other makes a directory", {}, { x: "file\n" }, { "x/y": "below\n" }],
  [
    "a file added in a directory that the other renames",
    { "d/1": five, "d/2": `2\n${five}` },
    { "d/1": null, "d/2": null, "e/1": five, "e/2": `2\n${five}` },
    { "d/new": "n\n" },
  ],
])("conflicts without a path in common are found: %s", async (_, base, one, other) => {
  const { repository, worktrees } = await sessions({ "a.txt": "a\n", ...base }, one, other);
  expect((await speculate({ repository, worktrees })).pairs).toHaveLength(1);
});

test("a session that was integrated and goes on does not conflict with itself; one that is gone is unknown", async () => {
  const { sandbox, top, repository, worktrees } = await sessions({ "a.txt": five }, { "a.txt": "X\n" }, {});
  const [worktree, gone] = worktrees;
  if (!worktree || !gone) throw new Error("two sessions were made");
  await sandbox.git(top, "switch", "-q", "--detach");
  await integrateWorktree({ repository, worktree, message: "x" });
  await write(worktree.path, { "a.txt": "Y\n" });
  await rm(gone.path, { recursive: true });
  expect((await speculate({ repository, worktrees })).sessions).toMatchObject([
    { id: "s1", outcome: "clean", paths: ["a.txt"] },
    { id: "s2", outcome: "unknown", error: { code: "unknownWorktree" } },
  ]);
});

test("what is beyond the limits is not looked at, and named", async () => {
  const changes = ["1", "2", "3", "4"].map((text) => ({ "a.txt": text }));
  const { repository, worktrees } = await sessions({ "a.txt": five }, ...changes);
  const found = await speculate({ repository, worktrees, maxSessions: 3, maxPairs: 1 });
  expect(found.sessions.map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
  expect(found.pairs).toMatchObject([{ sessions: ["s1", "s2"] }]);
  expect(found.skipped).toEqual({ sessions: ["s4"], pairs: 2 });
});

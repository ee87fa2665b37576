import { readdir, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, type Files, gitSandbox, read, scene, write } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { readDiffstat } from "./diff.ts";
import { integrateWorktree } from "./integrate.ts";
import { refs } from "./session-worktree.ts";

/** A session on a repository whose target is checked out nowhere. */
async function parkedScene(files?: Files) {
  const made = await scene(files);
  await made.sandbox.git(made.top, "switch", "-q", "--detach");
  const { repository, worktree } = made;
  const integrate = (message = "Squash") => integrateWorktree({ repository, worktree, message });
  const show = (path: string) => made.sandbox.git(made.top, "show", `main:${path}`);
  return { ...made, integrate, show };
}

/** All refs, HEADs, indexes and files that an integration may not touch when it does not happen. */
async function everything({ sandbox, top, worktree }: Awaited<ReturnType<typeof scene>>) {
  const at = async (path: string) => ({
    head: await sandbox.git(path, "rev-parse", "HEAD"),
    status: await sandbox.git(path, "status", "--porcelain=v2", "--untracked-files=all"),
    diff: await sandbox.git(path, "diff", "HEAD"),
  });
  const branches = await sandbox.git(top, "for-each-ref", "refs/heads");
  return { branches, target: await at(top), session: await at(worktree.path) };
}

test("committed, staged, unstaged and untracked work becomes one commit on the target", async () => {
  const made = await parkedScene({ "a.txt": "1\n2\n3\n", ".gitignore": "*.log\n" });
  const { sandbox, top, worktree, integrate, show } = made;
  await sandbox.commit(worktree.path, { "committed.txt": "c\n" });
  await write(worktree.path, { "staged.txt": "s\n" });
  await sandbox.git(worktree.path, "add", "staged.txt");
  await write(worktree.path, { "a.txt": "1\nX\n3\n", "untracked file.txt": "u\n", "x.log": "l\n" });
  const before = await sandbox.git(top, "rev-parse", "main");
  const done = await integrate("Do it\n\nAll of it.\n");
  expect(done).toMatchObject({ outcome: "integrated", continuation: { recorded: true } });
  expect(await sandbox.git(top, "log", "-1", "--format=%P|%an <%ae>|%cn|%B", "main")).toBe(
    `${before}|Ada <ada@example.com>|Ada|Do it\n\nAll of it.`,
  );
  expect(await sandbox.git(top, "ls-tree", "-r", "--name-only", "main")).toBe(
    ".gitignore\na.txt\ncommitted.txt\nstaged.txt\nuntracked file.txt",
  );
  expect(await show("a.txt")).toBe("1\nX\n3");
  expect(await sandbox.git(top, "for-each-ref", "refs/nucleic")).toBe("");
  expect(await read(worktree.path, "x.log")).toBe("l\n");
});

test("afterwards the session stands on what it integrated, with nothing left over", async () => {
  const { sandbox, top, repository, worktree, integrate } = await parkedScene();
  await sandbox.commit(worktree.path, { "c.txt": "c\n" });
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const done = await integrate();
  const main = await sandbox.git(top, "rev-parse", "main");
  expect(done).toMatchObject({ commit: main });
  const [tree, parents = ""] = (await sandbox.git(worktree.path, "log", "-1", "--format=%T|%P")).split("|");
  expect(tree).toBe(await sandbox.git(top, "rev-parse", "main^{tree}"));
  expect(parents.split(" ")[1]).toBe(main);
  expect(await sandbox.git(worktree.path, "symbolic-ref", "--short", "HEAD")).toBe(worktree.branch);
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 0, behind: 0 });
  expect(await integrate()).toEqual({ outcome: "nothingToDo" });
});

test("a session may go on with the same lines and integrate again, and again", async () => {
  const { sandbox, top, worktree, integrate, show } = await parkedScene();
  for (const line of ["first", "second", "third"]) {
    await write(worktree.path, { "a.txt": `1\n${line}\n3\n` });
    expect(await integrate(line)).toMatchObject({ outcome: "integrated" });
  }
  expect(await show("a.txt")).toBe("1\nthird\n3");
  expect(await sandbox.git(top, "log", "--format=%s", "main")).toBe("third\nsecond\nfirst\nFirst");
});

test("what others did to the target meanwhile is kept, in the session too, and never undone by the next integration", async () => {
  const { sandbox, top, worktree, integrate, show } = await parkedScene();
  await sandbox.advance(top, "main", { "others.txt": "o\n", "b.txt": null });
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  expect(await integrate()).toMatchObject({ outcome: "integrated", continuation: { recorded: true } });
  expect(await read(worktree.path, "others.txt")).toBe("o\n");
  expect(await readdir(worktree.path)).not.toContain("b.txt");
  await write(worktree.path, { "a.txt": "1\nY\n3\n" });
  expect(await integrate()).toMatchObject({ outcome: "integrated" });
  expect([await show("a.txt"), await show("others.txt")]).toEqual(["1\nY\n3", "o"]);
  expect(await sandbox.git(top, "ls-tree", "--name-only", "main")).toBe("a.txt\nothers.txt");
});

test("where the session can't take others' changes in, it is left alone and goes on without false conflicts", async () => {
  const { sandbox, top, worktree, integrate, show } = await parkedScene({
    "a.txt": "1\n2\n3\n",
    ".gitignore": "out\n",
  });
  await sandbox.advance(top, "main", { out: "tracked\n", ".gitignore": "" });
  await write(worktree.path, { "a.txt": "1\nX\n3\n", out: "precious\n" });
  expect(await integrate()).toMatchObject({ continuation: { recorded: false, reason: "filesInTheWay" } });
  expect(await read(worktree.path, "out")).toBe("precious\n");
  expect(await sandbox.git(worktree.path, "rev-parse", "HEAD")).toBe(worktree.baseSha);
  await write(worktree.path, { "a.txt": "1\nY\n3\n" });
  expect(await integrate()).toMatchObject({ outcome: "integrated" });
  expect([await show("a.txt"), await show("out")]).toEqual(["1\nY\n3", "tracked"]);
});

test.each<[string, Files, Files, string[]]>([
  ["the same lines", { "a.txt": "s\n" }, { "a.txt": "t\n" }, ["CONFLICT (contents)"]],
  ["deleted here, changed there", { "a.txt": null }, { "a.txt": "t\n" }, ["CONFLICT (modify/delete)"]],
  ["both added", { "n\new": "s\n" }, { "n\new": "t\n" }, ["CONFLICT (contents)"]],
  [
    "binary",
    { "a.txt": Buffer.from([0, 1]) },
    { "a.txt": Buffer.from([0, 2]) },
    ["CONFLICT (binary)", "CONFLICT (contents)"],
  ],
])("a conflict (%s) is named by path and kind, and nothing is touched", async (_, session, target, kinds) => {
  const made = await scene();
  const { sandbox, top, repository, worktree } = made;
  await sandbox.commit(top, target);
  await write(worktree.path, { ...session, "other.txt": "o\n" });
  const before = await everything(made);
  const done = await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  expect(done).toMatchObject({
    outcome: "conflicted",
    conflicts: [{ path: Object.keys(session)[0], kinds }],
  });
  expect(await everything(made)).toEqual(before);
  expect(await sandbox.git(top, "for-each-ref", "refs/nucleic")).toBe("");
});

test("merge drivers of .gitattributes apply as in a checkout", async () => {
  const { sandbox, top, worktree, integrate, show } = await parkedScene({
    ".gitattributes": "log.txt merge=union\n",
    "log.txt": "1\n",
  });
  await sandbox.advance(top, "main", { "log.txt": "1\ntarget\n" });
  await write(worktree.path, { "log.txt": "1\nsession\n" });
  expect(await integrate()).toMatchObject({ outcome: "integrated" });
  expect((await show("log.txt")).split("\n").sort()).toEqual(["1", "session", "target"]);
});

test("a renamed file takes the target's changes along; line ends stay as they are", async () => {
  const lines = Array.from({ length: 20 }, (_, line) => `${line}\r\n`).join("");
  const { sandbox, top, worktree, integrate } = await parkedScene({ "a.txt": lines });
  await sandbox.advance(top, "main", { "a.txt": lines.replace("19", "nineteen") });
  await rename(join(worktree.path, "a.txt"), join(worktree.path, "b.txt"));
  await write(worktree.path, { "b.txt": lines.replace("0", "zero") });
  expect(await integrate()).toMatchObject({ outcome: "integrated" });
  await sandbox.git(top, "switch", "-q", "main");
  expect(await read(top, "b.txt")).toBe(lines.replace("0", "zero").replace("19", "nineteen"));
});

test("a target that is checked out is left alone without consent; the commit waits", async () => {
  const made = await scene();
  const { sandbox, top, repository, worktree } = made;
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const before = await everything(made);
  const done = await integrateWorktree({ repository, worktree, message: "x" });
  expect(done).toMatchObject({
    outcome: "parked",
    reason: "checkedOut",
    checkout: top,
    ref: refs.ready("main"),
  });
  expect(await everything(made)).toEqual(before);
  // gc --prune=now deletes what nothing holds.
  await sandbox.git(top, "gc", "--quiet", "--prune=now");
  await sandbox.git(top, "merge", "-q", "--ff-only", refs.ready("main"));
  expect(await read(top, "a.txt")).toBe("1\nX\n3\n");
});

test("after a parked commit was taken, the session goes on without false conflicts", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const integrate = () => integrateWorktree({ repository, worktree, message: "x" });
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  await integrate();
  await sandbox.git(top, "merge", "-q", "--ff-only", refs.ready("main"));
  await sandbox.commit(top, { "others.txt": "o\n" });
  await write(worktree.path, { "a.txt": "1\nY\n3\n" });
  expect(await integrate()).toMatchObject({ outcome: "parked" });
  await sandbox.git(top, "merge", "-q", "--ff-only", refs.ready("main"));
  expect([await read(top, "a.txt"), await read(top, "others.txt")]).toEqual(["1\nY\n3\n", "o\n"]);
  // Nothing new: the session learns that all of it has landed.
  expect(await integrate()).toEqual({ outcome: "nothingToDo" });
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 0, behind: 0 });
  expect(await read(worktree.path, "others.txt")).toBe("o\n");
});

test("with consent a clean checkout is fast-forwarded, files and all", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await write(worktree.path, { "a.txt": "1\nX\n3\n", "new.txt": "n\n" });
  const done = await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  expect(done).toMatchObject({ outcome: "integrated", checkout: top });
  expect(await sandbox.git(top, "status", "--porcelain")).toBe("");
  expect(await read(top, "new.txt")).toBe("n\n");
});

test("unrelated changes in that checkout stay as they are", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.git(sandbox.root, "config", "--global", "merge.autoStash", "true");
  await write(top, { "b.txt": "mine\n", "untracked.txt": "mine\n" });
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const done = await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  expect(done).toMatchObject({ outcome: "integrated" });
  expect(await sandbox.git(top, "status", "--porcelain")).toBe(" M b.txt\n?? untracked.txt");
  expect(await sandbox.git(top, "stash", "list")).toBe("");
});

test.each<[string, Files, string[]]>([
  ["a changed file", { "a.txt": "mine\n" }, ["a.txt"]],
  ["an untracked file", { "new/file.txt": "mine\n" }, ["new/file.txt"]],
  ["an ignored file", { "ignored.env": "mine\n" }, ["ignored.env"]],
  ["a file where a directory comes", { new: "mine\n" }, ["new"]],
])("%s in the way of that checkout parks the commit and loses nothing", async (_, mine, paths) => {
  const made = await scene({ "a.txt": "1\n2\n3\n", ".gitignore": "*.env\n" });
  const { top, repository, worktree } = made;
  await write(top, mine);
  const work = { "a.txt": "1\nX\n3\n", "new/file.txt": "n\n", "ignored.env": "n\n", ".gitignore": "" };
  await write(worktree.path, work);
  const before = await everything(made);
  const done = await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  for (const [name, text] of Object.entries(mine)) expect(await read(top, name)).toBe(text);
  expect(done).toMatchObject({ outcome: "parked", reason: "dirty", checkout: top, paths });
  expect(await everything(made)).toEqual(before);
});

test("a target that is another session's branch is never moved under that session", async () => {
  const { sandbox, repository, worktree } = await scene();
  const other = await createWorktree({ repository, id: "s2", title: "Other", baseDir: sandbox.baseDir });
  await write(worktree.path, { "a.txt": "X\n" });
  const into = { repository, worktree, message: "x", target: other.branch, updateCheckout: true };
  expect(await integrateWorktree(into)).toMatchObject({
    outcome: "parked",
    reason: "checkedOut",
    checkout: other.path,
  });
  expect(await read(other.path, "a.txt")).toBe("1\n2\n3\n");
});

test("a target that is being rebased, or checked out in a directory that is gone, is parked", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const integrate = () => integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  await sandbox.git(top, "switch", "-q", "-c", "upstream");
  await sandbox.commit(top, { "b.txt": "u\n" });
  await sandbox.git(top, "switch", "-q", "main");
  await sandbox.commit(top, { "b.txt": "m\n" });
  await sandbox.tryGit(top, "rebase", "upstream");
  expect(await integrate()).toMatchObject({ outcome: "parked", reason: "operationInProgress" });
  await sandbox.git(top, "rebase", "--abort");
  await sandbox.git(top, "switch", "-q", "--detach");
  await sandbox.git(top, "worktree", "add", "-q", join(sandbox.root, "away"), "main");
  await rename(join(sandbox.root, "away"), join(sandbox.root, "moved"));
  expect(await integrate()).toMatchObject({ outcome: "parked", reason: "checkoutMissing" });
});

test("a target that moves meanwhile is merged again, with what it got", async () => {
  const { sandbox, top, repository, worktree, show } = await parkedScene();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const seen: string[][] = [];
  const verify = {
    baseDir: sandbox.baseDir,
    run: async (directory: string) => {
      seen.push((await readdir(directory)).filter((name) => name !== ".git"));
      if (seen.length === 1) await sandbox.advance(top, "main", { "race.txt": "r\n" });
      return { ok: true } as const;
    },
  };
  expect(await integrateWorktree({ repository, worktree, message: "x", verify })).toMatchObject({
    outcome: "integrated",
  });
  expect(seen).toEqual([
    ["a.txt", "b.txt"],
    ["a.txt", "b.txt", "race.txt"],
  ]);
  expect([await show("a.txt"), await show("race.txt")]).toEqual(["1\nX\n3", "r"]);
});

test("a target that moves every time is given up", async () => {
  const { sandbox, top, repository, worktree } = await parkedScene();
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  let runs = 0;
  const verify = {
    baseDir: sandbox.baseDir,
    run: async () => {
      await sandbox.advance(top, "main", { "race.txt": String(runs++) });
      return { ok: true } as const;
    },
  };
  expect(await codeOf(integrateWorktree({ repository, worktree, message: "x", verify }))).toBe("targetMoved");
  expect(runs).toBe(3);
});

test("a verification that says no stops it; its directory is gone either way", async () => {
  const made = await scene();
  const { sandbox, repository, worktree } = made;
  await write(worktree.path, { "a.txt": "1\nX\n3\n" });
  const before = await everything(made);
  const verify = {
    baseDir: sandbox.baseDir,
    run: async (directory: string) => {
      expect(await read(directory, "a.txt")).toBe("1\nX\n3\n");
      await write(directory, { "build/output": "x" });
      return { ok: false, message: "tests failed" } as const;
    },
  };
  const done = await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true, verify });
  expect(done).toEqual({ outcome: "rejected", message: "tests failed" });
  expect(await everything(made)).toEqual(before);
  expect(await readdir(sandbox.baseDir)).toEqual([basename(worktree.path)]);
  expect(await sandbox.git(made.top, "worktree", "list")).not.toContain("verify");
});

test.each([
  ["merge", "operationInProgress"],
  ["rebase", "operationInProgress"],
  ["cherry-pick", "operationInProgress"],
])("a %s under way in the session is refused", async (operation, code) => {
  const { sandbox, top, worktree, integrate } = await parkedScene();
  await sandbox.commit(worktree.path, { "a.txt": "s\n" });
  await sandbox.advance(top, "main", { "a.txt": "t\n" });
  await sandbox.tryGit(worktree.path, operation, "main");
  expect(await codeOf(integrate())).toBe(code);
});

test("a session that left its branch is refused", async () => {
  const { sandbox, worktree, integrate } = await parkedScene();
  await sandbox.git(worktree.path, "switch", "-q", "-c", "elsewhere");
  expect(await codeOf(integrate())).toBe("branchLeft");
  await sandbox.git(worktree.path, "switch", "-q", "--detach");
  expect(await codeOf(integrate())).toBe("branchLeft");
});

test("without a name and an address nothing is made up", async () => {
  const { sandbox, worktree, integrate } = await parkedScene();
  await write(worktree.path, { "a.txt": "X\n" });
  await sandbox.git(sandbox.root, "config", "--global", "--remove-section", "user");
  const error = await integrate().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "identityMissing", hint: expect.stringContaining("user.email") });
});

test("targets that can't be", async () => {
  const { repository, worktree } = await scene();
  const into = (target: string) => codeOf(integrateWorktree({ repository, worktree, message: "x", target }));
  expect(await into("nowhere")).toBe("unknownRevision");
  expect(await into(worktree.branch)).toBe("sameBranch");
  const { base: _, ...detached } = worktree;
  expect(await codeOf(integrateWorktree({ repository, worktree: detached, message: "x" }))).toBe(
    "unknownRevision",
  );
});

test("no shared history is named, with the way out", async () => {
  const { sandbox, top, worktree, integrate } = await parkedScene();
  await sandbox.git(top, "switch", "-q", "--orphan", "island");
  await sandbox.commit(top, { "i.txt": "i\n" });
  await sandbox.git(top, "branch", "-q", "-f", "main");
  await write(worktree.path, { "a.txt": "X\n" });
  expect(await codeOf(integrate())).toBe("noMergeBase");
});

test("a repository inside the worktree is named, and not part of the commit", async () => {
  const { sandbox, top, worktree, integrate } = await parkedScene();
  await sandbox.git(worktree.path, "init", "-q", "inner");
  await write(worktree.path, { "inner/x": "x\n", "a.txt": "X\n" });
  expect(await integrate()).toMatchObject({ outcome: "integrated", nestedRepositories: ["inner"] });
  expect(await sandbox.git(top, "ls-tree", "--name-only", "main")).toBe("a.txt\nb.txt");
});

test("several sessions at once all arrive, one after the other", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository();
  await sandbox.git(top, "switch", "-q", "--detach");
  const repository = await sandbox.open(top);
  const ids = ["a", "b", "c", "d"];
  const make = (id: string) =>
    createWorktree({ repository, id, title: "x", base: "main", baseDir: sandbox.baseDir });
  const worktrees = await Promise.all(ids.map(make));
  await Promise.all(worktrees.map((worktree) => write(worktree.path, { [worktree.id]: "x\n" })));
  const done = await Promise.all(
    worktrees.map((worktree) => integrateWorktree({ repository, worktree, message: worktree.id })),
  );
  expect(done.map(({ outcome }) => outcome)).toEqual(ids.map(() => "integrated"));
  expect(await sandbox.git(top, "ls-tree", "--name-only", "main")).toBe(["README.md", ...ids].join("\n"));
  await writeFile(join(sandbox.root, "fsck"), await sandbox.git(top, "fsck", "--no-dangling"));
});

import { expect, test } from "vitest";
import { codeOf, read, scene, write } from "../test/git-sandbox.ts";
import { captureTree } from "./capture.ts";
import { commitTree } from "./commit-tree.ts";
import { integrateWorktree } from "./integrate.ts";
import { holdPending } from "./landed-work.ts";
import { openCheckout } from "./repository.ts";
import { branchRef } from "./session-worktree.ts";
import type { MergeStrategy } from "./strategy.ts";

/** Two commits and an uncommitted file, on a target that has moved on. */
async function moved() {
  const made = await scene();
  const { sandbox, top, repository, worktree } = made;
  await sandbox.git(top, "switch", "-q", "--detach");
  await sandbox.git(worktree.path, "config", "--global", "user.name", "Grace");
  await sandbox.commit(worktree.path, { "c.txt": "c\n" }, "Add c");
  await sandbox.commit(worktree.path, { "a.txt": "1\nX\n3\n" }, "Change a\n\nA body.");
  await sandbox.git(worktree.path, "config", "--global", "user.name", "Ada");
  await write(worktree.path, { "d.txt": "d\n" });
  await sandbox.advance(top, "main", { "b.txt": "theirs\n" });
  const integrate = (strategy: MergeStrategy) =>
    integrateWorktree({ repository, worktree, strategy, message: "The work" });
  const log = (...args: string[]) => sandbox.git(top, "log", ...args, "main");
  return { ...made, integrate, log };
}

test("a merge keeps the session's commits, and the session stands on the target afterwards", async () => {
  const { sandbox, top, worktree, integrate, log } = await moved();
  expect(await integrate("merge")).toMatchObject({ outcome: "integrated", continuation: { recorded: true } });
  expect(await log("--first-parent", "--format=%s")).toBe("The work\nAdvance\nFirst");
  expect(await log("--format=%s", "main^2")).toContain("Add c");
  expect(await sandbox.git(worktree.path, "rev-parse", "HEAD")).toBe(
    await sandbox.git(top, "rev-parse", "main"),
  );
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
  expect(await integrate("merge")).toEqual({ outcome: "nothingToDo" });
});

test("a rebase sets the commits on top, each with its words and its author", async () => {
  const { sandbox, worktree, integrate, log } = await moved();
  expect(await integrate("rebase")).toMatchObject({ outcome: "integrated" });
  expect(await log("--format=%an|%cn|%s", "--max-count=4")).toBe(
    "Ada|Ada|The work\nGrace|Ada|Change a\nGrace|Ada|Add c\nAda|Ada|Advance",
  );
  expect(await log("--format=%b", "--max-count=1", "--skip=1")).toBe("A body.");
  expect(await read(worktree.path, "b.txt")).toBe("theirs\n");
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
});

test.each<MergeStrategy>(["squash", "merge", "rebase"])(
  "a session goes on after a %s and integrates again, each time with what is new alone",
  async (strategy) => {
    const { sandbox, worktree, integrate, log } = await moved();
    await integrate(strategy);
    await sandbox.commit(worktree.path, { "a.txt": "1\nY\n3\n" }, "Change a again");
    expect(await integrate(strategy)).toMatchObject({ outcome: "integrated" });
    const newest = await log("--first-parent", "--format=%s", "--max-count=2");
    expect(newest).toBe(strategy === "rebase" ? "Change a again\nThe work" : "The work\nThe work");
  },
);

test("a conflict of one commit on the way stops a rebase; merges can't be rebased", async () => {
  const { sandbox, top, worktree, integrate } = await moved();
  await sandbox.git(worktree.path, "merge", "-q", "-m", "Take main in", "main");
  expect(await codeOf(integrate("rebase"))).toBe("notLinear");
  await sandbox.git(worktree.path, "reset", "-q", "--hard", "HEAD~1");
  await sandbox.advance(top, "main", { "a.txt": "1\nT\n3\n" });
  const before = await sandbox.git(top, "for-each-ref", "refs/heads");
  expect(await integrate("rebase")).toMatchObject({ outcome: "conflicted", conflicts: [{ path: "a.txt" }] });
  expect(await sandbox.git(top, "for-each-ref", "refs/heads")).toBe(before);
});

type Moved = Awaited<ReturnType<typeof moved>>;

/** A session as a kill leaves it whose branch has taken its integration in, and whose files have not followed yet. */
async function cutOff({ sandbox, top, repository, worktree }: Moved, followed: Record<string, string>) {
  await sandbox.advance(top, "main", { "new.txt": "n\n", "a.txt": "1\n2\n3\n" });
  const checkout = await openCheckout(repository, worktree.path);
  const { git } = checkout;
  const head = await git.text(["rev-parse", "HEAD"]);
  const { tree } = await captureTree(checkout);
  const work = await commitTree(git, { tree, parents: [head], message: "Work" });
  const from = await git.text(["rev-parse", "main"]);
  const merged = await git.text(["merge-tree", "--write-tree", from, work]);
  const squash = await commitTree(git, { tree: merged, parents: [from], message: "Squash" });
  await holdPending(git, worktree.id, { work, squash });
  await git.run(["update-ref", branchRef("main"), squash, from]);
  const continued = await commitTree(git, { tree: merged, parents: [work, squash], message: "Integrated" });
  await git.run(["update-ref", branchRef(worktree.branch), continued, head]);
  await write(worktree.path, followed);
}

const cuts: [string, Record<string, string>][] = [
  ["before any file followed", {}],
  ["in the middle", { "b.txt": "theirs\n" }],
];

test.each(cuts)(
  "what a kill cut off, %s, is ended before the next integration, and undoes nothing",
  async (_, followed) => {
    const scene = await moved();
    const { sandbox, worktree, integrate, log } = scene;
    await cutOff(scene, followed);
    expect(await integrate("squash")).toEqual({ outcome: "nothingToDo" });
    expect(await log("-1", "--format=%s")).toBe("Squash");
    expect([await read(worktree.path, "b.txt"), await read(worktree.path, "new.txt")]).toEqual([
      "theirs\n",
      "n\n",
    ]);
    expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
  },
);

test.each(cuts)("nor does it where the agent has committed since, %s", async (_, followed) => {
  const scene = await moved();
  const { sandbox, top, worktree, integrate } = scene;
  await cutOff(scene, followed);
  await write(worktree.path, { "more.txt": "m\n" });
  await sandbox.git(worktree.path, "add", "--all");
  await sandbox.git(worktree.path, "commit", "-qm", "Agent");
  await write(worktree.path, { "last.txt": "l\n" });
  expect(await integrate("squash")).toMatchObject({ outcome: "integrated" });
  for (const [path, text] of Object.entries({
    "b.txt": "theirs",
    "new.txt": "n",
    "more.txt": "m",
    "last.txt": "l",
  })) {
    expect([path, await sandbox.git(top, "show", `main:${path}`)]).toEqual([path, text]);
    expect([path, await read(worktree.path, path)]).toEqual([path, `${text}\n`]);
  }
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
});

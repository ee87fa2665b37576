import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GitSandbox } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { removeWorktree } from "./remove.ts";
import { restoreSalvage } from "./salvage-restore.ts";

// Few names, so that files, directories and renames meet.
const path = fc.constantFrom(
  "a",
  "b",
  "dir/a",
  "dir/b",
  "a/below",
  "sp ace",
  "ü",
  "two\nlines",
  "x.log",
  "out/y",
);
const content = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom("1\r\n2\n", "", "same\n").map((text) => Buffer.from(text)),
);

type Step =
  | { readonly do: "write"; readonly path: string; readonly content: Buffer }
  | { readonly do: "delete"; readonly path: string }
  | { readonly do: "rename"; readonly path: string; readonly to: string }
  | { readonly do: "git"; readonly args: readonly string[] };

const git = fc.constantFrom(
  ["add", "--all"],
  ["add", "--all"],
  ["commit", "-q", "--allow-empty", "-m", "x"],
  ["commit", "-q", "-a", "-m", "x"],
  ["commit", "-q", "--amend", "--allow-empty", "-m", "y"],
  ["reset", "-q"],
  ["reset", "-q", "HEAD~1"],
  ["switch", "-q", "--detach"],
  ["switch", "-q", "-c", "other"],
  ["rm", "-q", "-r", "--cached", "."],
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("write" as const), path, content }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), path, to: path }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("git" as const), args: git }) },
);

/** Does what can be done; what can't (a file where a directory is) is passed over, as an agent's failing command is. */
async function perform(sandbox: GitSandbox, top: string, step: Step): Promise<void> {
  if (step.do === "git") {
    await sandbox.tryGit(top, ...step.args);
    return;
  }
  const at = join(top, step.path);
  const work = async () => {
    if (step.do === "delete") return rm(at, { recursive: true, force: true });
    const target = step.do === "write" ? at : join(top, step.to);
    await mkdir(dirname(target), { recursive: true });
    await (step.do === "write" ? writeFile(target, step.content) : rename(at, target));
  };
  await work().catch(() => undefined);
}

/** Every file below a directory, git's own excluded. */
async function filesOf(top: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of await readdir(top, { recursive: true })) {
    if (name !== ".git" && (await lstat(join(top, name))).isFile())
      found.set(name, await readFile(join(top, name)));
  }
  return found;
}

test("whatever was done in a worktree, removing it loses no byte and no commit, and restoring brings it back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await using sandbox = await GitSandbox.create();
      const files = {
        a: "1\n2\n",
        "dir/a": "x\r\n",
        ".gitignore": "*.log\nout/\n",
      };
      const top = await sandbox.repository("project", files);
      const repository = await sandbox.open(top);
      const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
      const commits = new Set<string>();
      for (const done of steps) {
        await perform(sandbox, worktree.path, done);
        commits.add(await sandbox.git(worktree.path, "rev-parse", "HEAD"));
      }
      const before = await filesOf(worktree.path);
      const staged = await sandbox.git(worktree.path, "ls-files", "-s", "-z");
      const { salvage } = await removeWorktree({ repository, worktree, ignored: "keep" });

      await sandbox.git(top, "reflog", "expire", "--expire=now", "--all");
      await sandbox.git(top, "gc", "--quiet", "--prune=now");
      for (const commit of commits) expect(await sandbox.git(top, "cat-file", "-t", commit)).toBe("commit");
      expect((await sandbox.tryGit(top, "fsck", "--strict")).stderr).toBe("");
      if (salvage === undefined) {
        expect([...before.keys()].sort()).toEqual(Object.keys(files).sort());
        return;
      }
      const back = await restoreSalvage({ repository, ref: salvage.ref, baseDir: sandbox.baseDir });
      expect(await filesOf(back.path)).toEqual(before);
      expect(await sandbox.git(back.path, "ls-files", "-s", "-z")).toBe(staged);
    }),
    { numRuns: 12 },
  );
});

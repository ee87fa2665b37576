// One operation on a repository of many files: `worktree.ts <which> <repository> <directory> <times>`
//   add, plainAdd        a new worktree: ours, with its branch, lock and checks; `git worktree add` alone
//   reuse                one of those that stand ready (made before, not measured)
//   status, plainStatus  of a worktree with ten changed files and ten new ones
//   diff, plainDiff      of the same: the whole patch, uncommitted and untracked files too; `git diff` of the tracked ones
import { randomUUID } from "node:crypto";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import {
  createWorktree,
  openRepository,
  prewarmWorktrees,
  readDiff,
  readStatus,
  removeWorktree,
  type SessionWorktree,
  withoutGitBindings,
} from "@nucleic/worktree";
import { sampleEach } from "../measure.ts";

const [which = "", top = "", parent = "", times = "3"] = process.argv.slice(2);
const dir = await mkdtemp(join(parent, "run-"));
const repository = await openRepository(top);
const baseDir = join(dir, "worktrees");
const env = withoutGitBindings(process.env);
const nothing = async () => undefined;

async function git(cwd: string, ...args: string[]): Promise<void> {
  const { ok, stderr } = await runCommand("git", args, { cwd, env, timeoutMs: 600_000 });
  if (!ok) throw new Error(`git ${args[0]}: ${stderr}`);
}

/** A new worktree of ours. It is opened in the same way as a host does for each session: that counts. */
async function create(): Promise<SessionWorktree & { readonly prewarmed: boolean }> {
  const id = randomUUID();
  return createWorktree({ repository: await openRepository(top), id, title: "bench", baseDir });
}

const putAway = (worktree: SessionWorktree) => removeWorktree({ repository, worktree, ignored: "discard" });

async function add(): Promise<() => Promise<unknown>> {
  const worktree = await create();
  return () => putAway(worktree);
}

async function plainAdd(): Promise<() => Promise<unknown>> {
  const path = join(dir, `plain-${randomUUID()}`);
  await git(top, "worktree", "add", "--quiet", "-b", path.slice(-12), path, "main");
  return () => git(top, "worktree", "remove", "--force", path);
}

async function reuse(): Promise<() => Promise<unknown>> {
  const worktree = await create();
  if (!worktree.prewarmed) throw new Error("none was ready");
  return async () => {
    await putAway(worktree);
    await warm(1);
  };
}

const warm = (count: number) => prewarmWorktrees({ repository, baseDir, count, minFreeBytes: 0 });

/** A worktree that an agent has worked in, with an index that knows its files. */
async function worked(): Promise<SessionWorktree> {
  const worktree = await create();
  for (let at = 0; at < 10; at++) {
    await appendFile(join(worktree.path, `d0/f${at}.txt`), "changed\n");
    await writeFile(join(worktree.path, `new-${at}.txt`), "new\n");
  }
  // Within the second of the checkout git reads every file again, ours or not.
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await git(worktree.path, "status", "--porcelain");
  return worktree;
}

const settleMs = 1_100;

async function looking(look: (worktree: SessionWorktree) => Promise<unknown>): Promise<void> {
  const worktree = await worked();
  await look(worktree);
  await sampleEach(Number(times), async () => {
    await look(worktree);
    return nothing;
  });
  await putAway(worktree);
}

const modes: Readonly<Record<string, () => Promise<void>>> = {
  add: () => sampleEach(Number(times), add),
  plainAdd: () => sampleEach(Number(times), plainAdd),
  async reuse() {
    await warm(1);
    await sampleEach(Number(times), reuse);
    await warm(0);
  },
  status: () => looking(({ path }) => readStatus(repository, path)),
  plainStatus: () => looking(({ path }) => git(path, "status", "--porcelain=v2", "--untracked-files=all")),
  diff: () => looking((worktree) => readDiff({ repository, worktree, target: "main" })),
  plainDiff: () => looking(({ path }) => git(path, "diff", "main")),
};

try {
  await modes[which]?.();
} finally {
  await rm(dir, { recursive: true, force: true });
}

import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createWorktree,
  integrateWorktree,
  openRepository,
  readDiff,
  readRepositoryState,
  readStatus,
  removeWorktree,
  restoreWorktree,
  speculate,
} from "@nucleic/worktree";

const repository = await openRepository(process.cwd());
const { head } = await readRepositoryState(repository);
const target = head.ref?.replace("refs/heads/", "");
if (target === undefined) throw new Error("no branch is checked out");
const baseDir = join(tmpdir(), "worktrees-only");

// Two tasks at once, each in a directory and on a branch of its own. Nobody works in the user's checkout.
const unique = process.pid.toString(36);
const make = (name: string) =>
  createWorktree({ repository, id: `${name}-${unique}`, title: name, baseDir, base: target });
const hello = await make("hello");
const moin = await make("moin");
await writeFile(join(hello.path, "greeting.txt"), "Hello\n");
await writeFile(join(moin.path, "greeting.txt"), "Moin\n");

// Uncommitted and untracked files count; nothing is locked or written to find that out.
for (const worktree of [hello, moin]) {
  const { entries } = await readStatus(repository, worktree.path);
  const { files } = await readDiff({ repository, worktree, target });
  console.log(`${worktree.branch}: ${entries.length} change, ${files.map(({ path }) => path).join(", ")}`);
}
const { pairs } = await speculate({ repository, worktrees: [hello, moin], target });
for (const { conflicts } of pairs)
  console.log(`would conflict: ${conflicts.map(({ path }) => path).join(", ")}`);

// The first goes through, and the user's checkout goes along. The second would overwrite it: nothing is touched.
const merge = (worktree: typeof hello, message: string) =>
  integrateWorktree({ repository, worktree, target, message, updateCheckout: true });
console.log(`hello: ${(await merge(hello, "Say hello")).outcome}`);
const second = await merge(moin, "Say moin");
console.log(`moin: ${second.outcome}`);
if (second.outcome === "conflicted")
  for (const { path, kinds } of second.conflicts) console.log(`  ${path}: ${kinds}`);

// A removal saves what is nowhere else, and can be undone.
const { salvage } = await removeWorktree({ repository, worktree: moin });
console.log(`removed, kept at ${salvage?.ref.replace(/[^/]+$/, "…")}`);
const restored = await restoreWorktree({ repository, worktree: moin, baseDir });
console.log(`back: ${(await readStatus(repository, restored.path)).entries.map(({ path }) => path)}`);

for (const worktree of [hello, restored]) await removeWorktree({ repository, worktree });

import { commitTree } from "./commit-tree.ts";
import { anythingWhereAdded } from "./files-in-the-way.ts";
import type { Git } from "./git.ts";
import type { SessionWork } from "./integrate.ts";
import type { Checkout } from "./repository.ts";
import { copyIndex } from "./scratch-index.ts";
import { branchRef, type SessionWorktree } from "./session-worktree.ts";

/** Whether the session's branch knows that its work has been integrated. */
export type Continuation =
  | { readonly recorded: true; readonly commit: string }
  /** Nothing in the session was touched; its next integration starts from what was integrated all the same. */
  | { readonly recorded: false; readonly reason: "filesInTheWay" | "branchMoved" };

/**
 * Lets a session go on after its work was integrated: its branch gets a merge of its own work and the squash commit,
 * with the tree of the latter. Without it the next merge would find the same lines changed on both sides.
 *
 * The tree must be that of the target. Where others had changed the target meanwhile, the session's own tree lacks their
 * changes, and a merge with that tree would tell git that the session undid them: the next integration would.
 * So the files of the worktree take these changes in, which is clean, since the merge was.
 */
export async function continueFrom(
  checkout: Checkout,
  { branch }: SessionWorktree,
  work: SessionWork,
  landed: { readonly commit: string; readonly includesWork?: boolean },
): Promise<Continuation> {
  const { git } = checkout;
  const tree = `${landed.commit}^{tree}`;
  const steps = catchUp(work.tree, tree);
  if (!(await wouldCatchUp(checkout, steps)) || (await anythingWhereAdded(git, work.tree, tree))) {
    return { recorded: false, reason: "filesInTheWay" };
  }
  const message = `Integrated as ${landed.commit}`;
  // Uncommitted work on an unmoved target gives the very same commit twice; a merge commit has the work as a parent.
  const isFastForward = landed.includesWork === true || work.commit === landed.commit;
  const commit = isFastForward
    ? landed.commit
    : await commitTree(git, { tree, parents: [work.commit, landed.commit], message });
  // The branch first: if it has moved, someone is at work here, and their files are left alone.
  const moved = await git.run(
    ["update-ref", "-m", "nucleic: integrated", branchRef(branch), commit, work.head],
    { accept: [0, 1, 128] },
  );
  if (moved.code !== 0) return { recorded: false, reason: "branchMoved" };
  for (const step of steps) await runStep(git, step);
  return { recorded: true, commit };
}

interface Step {
  readonly args: readonly string[];
  readonly accept: readonly number[];
}

/** Sets the index to what the files are, learns that they are unchanged, and takes them to another tree. */
function catchUp(from: string, to: string): readonly Step[] {
  return [
    { args: ["read-tree", "--reset", from], accept: [0] },
    // 1: some file differs; the next step decides whether it is in the way.
    { args: ["update-index", "-q", "--refresh"], accept: [0, 1] },
    { args: ["read-tree", "-m", "-u", from, to], accept: [0] },
  ];
}

/** Tries it on a copy of the index, without touching a file. */
async function wouldCatchUp(checkout: Checkout, steps: readonly Step[]): Promise<boolean> {
  await using index = await copyIndex(checkout);
  for (const { args, accept } of steps) {
    const [command = "", ...rest] = args;
    const isLast = args.includes("-u");
    const { code } = await index.run(isLast ? [command, "--dry-run", ...rest] : args, {
      accept: [...accept, 128],
    });
    if (code === 128) return false;
  }
  return true;
}

async function runStep(git: Git, { args, accept }: Step): Promise<void> {
  await git.run(args, { accept });
}

import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "./file-error.ts";
import { type Git, splitNulBytes } from "./git.ts";
import { resolveTree } from "./head.ts";
import type { PinOptions } from "./pinned-commits.ts";
import { type Checkout, openCheckout, openRepository } from "./repository.ts";
import { type CheckoutSalvage, salvageCheckout } from "./salvage.ts";
import type { SalvageRecord } from "./salvage-record.ts";

/**
 * Saves the repositories inside a checkout: initialised submodules, whose git directories go with the worktree (git
 * 2.39), and what an agent has cloned or begun there. One without work of its own is passed over: its remote has it.
 */
export async function salvageNested(
  checkout: Checkout,
  untracked: readonly string[],
  options: CheckoutSalvage,
): Promise<SalvageRecord["nested"]> {
  const paths = [...untracked, ...(await submodulePaths(checkout.git, options.signal))];
  const saved: { path: string; commit: string }[] = [];
  for (const path of paths) {
    const inner = await openNested(join(checkout.top, path), options);
    const commit = inner && (await salvageInto(checkout.git, inner, options));
    if (commit !== undefined) saved.push({ path, commit });
  }
  return saved;
}

async function submodulePaths(git: Git, signal?: AbortSignal): Promise<string[]> {
  const { stdout } = await git.run(["ls-files", "-z", "--stage"], signal && { signal });
  return splitNulBytes(stdout)
    .map((row) => row.toString())
    .filter((row) => row.startsWith("160000 "))
    .map((row) => row.slice(row.indexOf("\t") + 1));
}

/** `undefined` for a submodule that is not checked out here. */
async function openNested(path: string, options: CheckoutSalvage): Promise<Checkout | undefined> {
  if ((await lstat(join(path, ".git")).catch(ifMissing)) === undefined) return undefined;
  const { signal: _, ...openOptions } = options.repository.options;
  const repository = await openRepository(await realpath(path), {
    ...openOptions,
    ...(options.signal && { signal: options.signal }),
  });
  return openCheckout(repository, path, options.signal);
}

const HELD_BY_REMOTE = ["--remotes"];

async function salvageInto(
  outer: Git,
  inner: Checkout,
  options: CheckoutSalvage,
): Promise<string | undefined> {
  const { signal, now } = options;
  const { git } = inner;
  const saved = await salvageCheckout(inner, {
    ...options,
    ignored: [],
    worktree: { ...options.worktree, path: inner.top },
    pins: await pinsOf(inner, options),
  });
  if (!(await hasWork(git, saved, signal))) return undefined;
  const ref = `refs/nucleic/salvage/${now}`;
  await git.run(["update-ref", ref, saved.commit], signal && { signal });
  try {
    const flags = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
    // Whatever `url.*.insteadOf` makes of the path, no program is run for it.
    const env = { GIT_ALLOW_PROTOCOL: "file" };
    await outer.run(["fetch", ...flags, "--", inner.top, ref], { env, ...(signal && { signal }) });
  } finally {
    await git.run(["update-ref", "-d", ref]);
  }
  return saved.commit;
}

/** Everything that its remotes don't have, of a repository that goes as a whole. */
async function pinsOf({ git }: Checkout, { repository, signal }: CheckoutSalvage): Promise<PinOptions> {
  const options = signal && { signal };
  const commonDir = await git.text(["rev-parse", "--path-format=absolute", "--git-common-dir"], options);
  // A worktree of the same repository: its refs stay where they are.
  if (commonDir === repository.commonDir) {
    return { refs: [], stay: ["--branches", "--remotes", "--tags"], ...options };
  }
  const refs = (await git.text(["for-each-ref", "--format=%(refname)"], options)).split("\n");
  const own = refs.filter((ref) => ref !== "" && !ref.startsWith("refs/remotes/"));
  return { refs: own, stay: HELD_BY_REMOTE, ...options };
}

async function hasWork(
  git: Git,
  { tree, record }: { tree: string; record: SalvageRecord },
  signal?: AbortSignal,
): Promise<boolean> {
  const { head, commits, index, exact, nested } = record;
  if (
    head === undefined ||
    commits.length + nested.length > 0 ||
    index !== undefined ||
    exact !== undefined
  ) {
    return true;
  }
  if (tree !== (await resolveTree(git, head, signal))) return true;
  const unpublished = ["rev-list", "--max-count=1", head, "--not", ...HELD_BY_REMOTE];
  return (await git.text(unpublished, signal && { signal })) !== "";
}

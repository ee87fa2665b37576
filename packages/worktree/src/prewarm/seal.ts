import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../file-error.ts";
import type { Checkout, Repository } from "../repository.ts";

/**
 * What decides how a checkout of this repository comes out, as a digest. `undefined` where none is made ahead: a sparse
 * checkout, or settings for each worktree alone, which `git worktree add` copies as they are at that moment; and
 * `core.ignoreStat`, with which git does not see changes.
 */
export async function checkoutSettings(
  { git, commonDir }: Repository,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [entries, attributes, ownConfig] = await Promise.all([
    git.fields(["config", "--list", "-z"], signal && { signal }),
    readFile(join(commonDir, "info", "attributes")).catch(ifMissing),
    lstat(join(commonDir, "config.worktree")).catch(ifMissing),
  ]);
  const deciding = entries.filter((entry) => /^(core|filter|extensions|index)\./.test(entry));
  const isSet = (key: string) =>
    deciding.some((entry) => entry === key || (entry.startsWith(`${key}\n`) && !OFF.test(entry)));
  if (ownConfig !== undefined || isSet("core.sparsecheckout") || isSet("core.ignorestat")) return undefined;
  const hash = createHash("sha256").update(deciding.join("\0"));
  return hash.update(attributes ?? "").digest("hex");
}

const OFF = /\n(false|no|off|0|)$/i;

/**
 * A digest of the settings, of what git's own directory for the checkout is made of, and of its HEAD and index: with
 * another one somebody has been at work there. A merge or rebase under way, a sparse list, settings of its own, a
 * submodule and marks that blind git to changes all show in it.
 */
export async function sealOf({ gitDir }: Checkout, settings: string): Promise<string> {
  const [names, head, index] = await Promise.all([
    readdir(gitDir, { recursive: true }),
    readFile(join(gitDir, "HEAD")),
    readFile(join(gitDir, "index")),
  ]);
  const hash = createHash("sha256").update(settings).update("\0").update(names.sort().join("\0"));
  return hash.update("\0").update(head).update(index).digest("hex");
}

/** Whether nothing in the directory differs from its index, and nothing else is there: no ignored file, no empty directory. */
export async function holdsIndexAlone({ git }: Checkout, signal?: AbortSignal): Promise<boolean> {
  const options = signal && { signal };
  const [tracked, others] = await Promise.all([
    git.run(["diff-files", "--quiet"], { accept: [0, 1], ...options }),
    git.run(["ls-files", "-z", "--others", "--directory"], { maxOutputBytes: 1, truncate: true, ...options }),
  ]);
  return tracked.code === 0 && others.stdout.length === 0 && !others.truncated;
}

import { splitNulBytes } from "./git.ts";
import { bestPaths } from "./match-path.ts";
import { openCheckout, type Repository } from "./repository.ts";

/** Which files of a checkout are looked for. */
export interface FindFilesOptions {
  readonly repository: Repository;
  /** The top of the checkout. */
  readonly path: string;
  /** Letters of the path, in their order; capitals or not. Empty: every file fits. */
  readonly query: string;
  /** How many are given. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The files that fit best. */
export interface FoundFiles {
  /** Relative to the top, the best first. */
  readonly paths: readonly string[];
  /** The checkout has more files than were looked at: `MAX_LIST_BYTES` of names. */
  readonly isCut: boolean;
}

/** Some 200,000 names. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * Finds files by what is typed of their path: those git tracks, and new ones that are not ignored. A file that is gone from
 * the checkout is none, and a name that cannot be shown or sent as it is, with control characters or not UTF-8, is left out.
 *
 * @throws WorktreeError `unknownWorktree`, `untrustedConfig`
 */
export async function findFiles(options: FindFilesOptions): Promise<FoundFiles> {
  const { query, limit, signal } = options;
  const { git } = await openCheckout(options.repository, options.path, signal);
  const list = (...args: string[]) =>
    git.run(["ls-files", "-z", ...args], {
      maxOutputBytes: MAX_LIST_BYTES,
      truncate: true,
      ...(signal && { signal }),
    });
  const [all, gone] = await Promise.all([
    list("--cached", "--others", "--exclude-standard", "--deduplicate"),
    list("--deleted"),
  ]);
  const missing = new Set(names(gone));
  const paths = names(all).filter((path) => !missing.has(path));
  return { paths: bestPaths(paths, query, limit), isCut: all.truncated || gone.truncated };
}

/** An untracked repository, which is no file, ends in `/`. */
function names({ stdout, truncated }: { readonly stdout: Buffer; readonly truncated: boolean }): string[] {
  const whole = truncated ? stdout.subarray(0, stdout.lastIndexOf(0) + 1) : stdout;
  return splitNulBytes(whole)
    .map((name) => name.toString("utf8"))
    .filter((name) => !name.endsWith("/") && !unfit.test(name));
}

const unfit = /[\p{Cc}\u2028\u2029\ufffd]/u;

import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { WorktreeError } from "./error.ts";
import { createGit, type Git } from "./git.ts";
import { unknownExtension } from "./repository-format.ts";
import { type AllowProgram, refuseUntrustedPrograms } from "./trusted-config.ts";

/** A repository on this disk. Two of them are the same where `commonDir` is. */
export interface Repository {
  /** The top of the checkout it was opened through; of a bare repository, the repository itself. A real path. */
  readonly path: string;
  /** Where the objects and refs are, shared by all its worktrees. A real path. */
  readonly commonDir: string;
  readonly bare: boolean;
  /** E.g. `[2, 39, 5]`. */
  readonly gitVersion: readonly number[];
  /** git in `path`. */
  readonly git: Git;
  /** As it was opened with. */
  readonly options: OpenOptions;
}

/** How git is run in a repository. */
export interface OpenOptions {
  /** What git sees of the environment, less what would bind it to another repository. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Which programs of the repository's own configuration git may run. Default: none. */
  readonly allowProgram?: AllowProgram;
  readonly signal?: AbortSignal;
}

const OLDEST_GIT = [2, 38] as const;

/**
 * Opens the repository a path lies in: the top of a checkout, a directory below it, a linked worktree, a bare one.
 *
 * @throws WorktreeError `gitMissing`, `gitTooOld`, `notARepository`, `dubiousOwnership`
 */
export async function openRepository(path: string, options: OpenOptions = {}): Promise<Repository> {
  const signal = options.signal && { signal: options.signal };
  if (!(await isDirectory(path))) {
    throw new WorktreeError("notARepository", `${path} is no directory`, { paths: [path] });
  }
  const git = createGit(path, options.env);
  const [version, probe] = await Promise.all([
    git.text(["version"], signal),
    git.run(["rev-parse", ...ABSOLUTE, "--is-bare-repository", COMMON_DIR, TOP], {
      accept: [0, 128],
      ...signal,
    }),
  ]);
  const gitVersion = parseVersion(version);
  if (isOlder(gitVersion, OLDEST_GIT)) {
    throw new WorktreeError("gitTooOld", `git ${gitVersion.join(".")} is too old`, {
      hint: `Install git ${OLDEST_GIT.join(".")} or newer.`,
    });
  }
  const [isBare, ...lines] = linesOf(probe.stdout.toString());
  // A bare one has no top to tell: that alone is what git minds then.
  const bare = isBare === "true";
  if (isBare === undefined || (probe.code !== 0 && !bare)) {
    throw (await unknownExtension(git, path)) ?? (await notOpened(path, probe.stderr));
  }
  const flags = bare ? [COMMON_DIR] : [COMMON_DIR, TOP];
  const [commonDir = path, top = commonDir] = await absolutePaths(git, flags, lines, options.signal);
  return { path: top, commonDir, bare, gitVersion, git: bare ? git.at(top) : git.atTop(top), options };
}

const ABSOLUTE = ["--path-format=absolute"];
const COMMON_DIR = "--git-common-dir";
const TOP = "--show-toplevel";

/**
 * Paths as git reports them in these lines, resolved. `rev-parse` ends each with a line end and has no `-z`: where a path itself
 * holds one they are asked for one at a time.
 */
async function absolutePaths(
  git: Git,
  flags: readonly string[],
  lines: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const ask = (flag: string) => git.text(["rev-parse", ...ABSOLUTE, flag], signal && { signal });
  const paths = lines.length === flags.length ? lines : await Promise.all(flags.map(ask));
  return Promise.all(paths.map((path) => realpath(path)));
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** A worktree, found to be where it is said to be. */
export interface Checkout {
  /** Its top, a real path. */
  readonly top: string;
  /** Its own directory in the repository: HEAD, index, state of merges and rebases. A real path. */
  readonly gitDir: string;
  /** git at its top. */
  readonly git: Git;
}

/**
 * Finds the checkout at a path and makes sure that git, run there, acts on this repository and on that directory.
 * Called before everything that changes something, since agents move, copy and delete such directories.
 *
 * @throws WorktreeError `unknownWorktree`, `untrustedConfig`
 */
export async function openCheckout(
  repository: Repository,
  path: string,
  signal?: AbortSignal,
): Promise<Checkout> {
  const top = await realpath(path).catch(() => undefined);
  if (top === undefined) throw unknown(path, "there is no such directory");
  const git = repository.git.atTop(top);
  const [paths, programs] = await Promise.allSettled([
    checkoutPaths(git, signal),
    refuseUntrustedPrograms(git, repository.options.allowProgram, signal),
  ]);
  if (paths.status === "rejected") {
    const error: unknown = paths.reason;
    const isNone = error instanceof WorktreeError && error.code === "gitFailed";
    throw isNone ? unknown(path, "git finds no checkout there") : error;
  }
  const [gitDir, commonDir, foundTop] = paths.value;
  if (gitDir === undefined || commonDir === undefined) throw unknown(path, "git finds no checkout there");
  if (foundTop !== top) throw unknown(path, `its checkout is ${foundTop}`);
  if (commonDir !== repository.commonDir) throw unknown(path, `it belongs to ${commonDir}`);
  if (programs.status === "rejected") throw programs.reason;
  return { top, gitDir, git };
}

async function checkoutPaths(git: Git, signal?: AbortSignal): Promise<string[]> {
  const flags = ["--absolute-git-dir", COMMON_DIR, TOP];
  const found = await git.text(["rev-parse", ...ABSOLUTE, ...flags], signal && { signal });
  return absolutePaths(git, flags, linesOf(found), signal);
}

function unknown(path: string, why: string): WorktreeError {
  return new WorktreeError("unknownWorktree", `${path} is no worktree of this repository: ${why}`, {
    hint: "If it was moved, or its .git file is gone, `git worktree repair <path>` may bring it back.",
    paths: [path],
  });
}

/** `git version 2.39.5 (Apple Git-154)` → `[2, 39, 5]` */
export function parseVersion(text: string): number[] {
  const [digits = ""] = /\d+(\.\d+)*/.exec(text) ?? [];
  return digits === "" ? [] : digits.split(".").map(Number);
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [at, wanted] of than.entries()) {
    const have = version[at] ?? 0;
    if (have !== wanted) return have < wanted;
  }
  return false;
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** git answers 128 for all of these, so the reason is looked for on the disk rather than in its words. */
async function notOpened(path: string, words: string): Promise<WorktreeError> {
  const user = process.getuid?.();
  for (let at = resolve(path); ; at = dirname(at)) {
    const marker = await stat(join(at, ".git")).catch(() => undefined);
    const owners = [marker?.uid, marker && (await stat(at)).uid];
    if (marker && user !== undefined && owners.some((owner) => owner !== user)) {
      return new WorktreeError("dubiousOwnership", `${at} belongs to another user`, {
        hint: `If you trust it, run: git config --global --add safe.directory '${at}'`,
        paths: [at],
      });
    }
    if (marker) return new WorktreeError("notARepository", `git does not open ${at}: ${words.trim()}`);
    if (dirname(at) === at) break;
  }
  return new WorktreeError("notARepository", `${path} is in no git repository`, {
    hint: "Run `git init` there and make a first commit.",
    paths: [path],
  });
}

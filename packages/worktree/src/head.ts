import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";

/** What a HEAD points at. */
export interface Head {
  /** Full name, `refs/heads/…`; absent where it is detached. */
  readonly ref?: string;
  /** Absent where the branch has no commit yet. */
  readonly commit?: string;
}

/** Reads HEAD of one checkout. */
export async function readHead(git: Git, signal?: AbortSignal): Promise<Head> {
  const both = await git.run(["rev-parse", "HEAD^{commit}", "--symbolic-full-name", "HEAD"], {
    accept: [0, 128],
    ...(signal && { signal }),
  });
  const [sha, name, ...more] = both.stdout.toString().trimEnd().split("\n");
  if (both.code === 0 && sha && name && more.length === 0)
    return { commit: sha, ...(name !== "HEAD" && { ref: name }) };
  // A branch without a commit, or one that is called HEAD too.
  const options = { accept: [0, 1], ...(signal && { signal }) };
  const [symbolic, commit] = await Promise.all([
    git.run(["symbolic-ref", "--quiet", "HEAD"], options),
    resolveCommit(git, "HEAD", signal),
  ]);
  return {
    ...(symbolic.code === 0 ? { ref: symbolic.stdout.toString().trim() } : {}),
    ...(commit === undefined ? {} : { commit }),
  };
}

/** The commit a revision names, or `undefined` where it names none. */
export async function resolveCommit(
  git: Git,
  revision: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ["rev-parse", "--quiet", "--verify", "--end-of-options", `${revision}^{commit}`];
  const { code, stdout } = await git.run(args, { accept: [0, 1, 128], ...(signal && { signal }) });
  return code === 0 ? stdout.toString().trim() : undefined;
}

/** The tree of a commit or tree. */
export async function resolveTree(git: Git, revision: string, signal?: AbortSignal): Promise<string> {
  const args = ["rev-parse", "--verify", "--end-of-options", `${revision}^{tree}`];
  return git.text(args, signal && { signal });
}

/** A repository as it is at this moment. */
export interface RepositoryState {
  /** HEAD of the checkout the repository was opened through. */
  readonly head: Head;
  /** Full name of the branch others build on: the remote's, else `init.defaultBranch`, main, master, else HEAD's. */
  readonly defaultBranch?: string;
  /** Part of the history was not fetched, so a merge base may be missing. */
  readonly shallow: boolean;
  /** Only part of the files is checked out. */
  readonly sparse: boolean;
}

/** Looks at what can change between two calls. */
export async function readRepositoryState(
  repository: Repository,
  signal?: AbortSignal,
): Promise<RepositoryState> {
  const { git } = repository;
  const options = signal && { signal };
  const [head, shallow, sparse] = await Promise.all([
    readHead(git, signal),
    git.text(["rev-parse", "--is-shallow-repository"], options),
    readConfig(git, ["--type=bool", "core.sparseCheckout"], signal),
  ]);
  const defaultBranch = await findDefaultBranch(git, head, signal);
  return {
    head,
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    shallow: shallow === "true",
    sparse: sparse === "true",
  };
}

async function findDefaultBranch(git: Git, head: Head, signal?: AbortSignal): Promise<string | undefined> {
  const remote = await git.run(["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"], {
    accept: [0, 1],
    ...(signal && { signal }),
  });
  const names = [
    remote.stdout.toString().trim().replace("refs/remotes/origin/", ""),
    await readConfig(git, ["init.defaultBranch"], signal),
    "main",
    "master",
  ];
  for (const name of names) {
    const ref = `refs/heads/${name}`;
    if (name && (await resolveCommit(git, ref, signal)) !== undefined) return ref;
  }
  return head.ref;
}

/** One value of the configuration, or `undefined` where it is not set. */
export async function readConfig(
  git: Git,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = { accept: [0, 1], ...(signal && { signal }) };
  const { code, stdout } = await git.run(["config", "--get", ...args], options);
  return code === 0 ? stdout.toString().replace(/\n$/, "") : undefined;
}

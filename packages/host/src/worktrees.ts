import { realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { Clock, SessionId } from "@nucleic/protocol";
import type {
  NewProject,
  Preparation,
  ProjectRecord,
  Session,
  SessionRecord,
  Workspace,
  WorktreeInfo,
} from "@nucleic/runtime";
import {
  branchRef,
  createWorktree,
  type Integration,
  integrateWorktree,
  listWorktrees,
  type MergeStrategy,
  openRepository,
  type Prewarmed,
  prewarmWorktrees,
  type Reconciliation,
  type Repository,
  readDiff,
  readDiffstat,
  readRepositoryState,
  reconcileWorktrees,
  removeWorktree,
  restoreWorktree,
  type SessionWorktree,
  type VerifySpec,
  type WorktreeDiff,
} from "@nucleic/worktree";
import { HostRefusal } from "./refusal.ts";
import { verifyBy } from "./verify-by.ts";

/** What the git side of sessions is built on. */
export interface WorktreesOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** A worktree, and the repository that it belongs to. */
export interface PlacedWorktree {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
}

/** A worktree that is back. */
export interface RestoredPlace extends Workspace {
  /** Nothing had to be done. */
  readonly wasThere: boolean;
  /** Repositories that were inside. Their commits are kept; they are not checked out again. */
  readonly nested: readonly string[];
}

/** The git side of sessions: `@nucleic/worktree` with records of the runtime. */
export class Worktrees {
  readonly #options: WorktreesOptions;

  constructor(options: WorktreesOptions) {
    this.#options = options;
  }

  /** The repository a folder is in, as it is registered. @throws WorktreeError `notARepository`, `gitMissing`, `gitTooOld` */
  async repositoryAt(dir: string): Promise<NewProject> {
    const repository = await this.open(dir);
    const { defaultBranch } = await readRepositoryState(repository);
    const rootPath = await this.#mainCheckout(repository);
    return {
      rootPath,
      name: basename(rootPath),
      defaultBranch: defaultBranch?.replace(/^refs\/heads\//, "") ?? "main",
    };
  }

  /** A new worktree, on a branch of its own, from where the project stands now. */
  async create(project: ProjectRecord, title: string, preparation: Preparation): Promise<Workspace> {
    const created = await createWorktree({
      repository: await this.open(project.rootPath),
      id: preparation.sessionId,
      title,
      baseDir: project.worktreeBase ?? this.#base,
      clock: this.#options.clock,
      ...(preparation.signal && { signal: preparation.signal }),
    });
    const { path, branch, baseSha } = created;
    return { cwd: path, worktree: { path, branch, baseSha } };
  }

  /** Sees to it that as many worktrees stand ready as the project is set to have. See `prewarmWorktrees`. */
  async prewarm(project: ProjectRecord, signal: AbortSignal): Promise<Prewarmed> {
    return prewarmWorktrees({
      repository: await this.open(project.rootPath),
      baseDir: project.worktreeBase ?? this.#base,
      count: project.prewarm,
      clock: this.#options.clock,
      signal,
    });
  }

  /** Looks at the project as a new session would find it: in a worktree that is gone afterwards. */
  async inCheckout<T>(project: ProjectRecord, id: SessionId, look: (dir: string) => Promise<T>): Promise<T> {
    const repository = await this.open(project.rootPath);
    const { clock } = this.#options;
    const baseDir = project.worktreeBase ?? this.#base;
    const worktree = await createWorktree({ repository, id, title: "look", baseDir, clock });
    try {
      return await look(worktree.path);
    } finally {
      await removeWorktree({ repository, worktree, ignored: "discard", clock });
    }
  }

  /** Writes what the session's branch holds into its transcript. */
  async recordDiffstat(project: ProjectRecord, record: SessionRecord, session: Session): Promise<void> {
    const { repository, worktree } = await this.#of(project, record);
    const target = (await homeOf(repository, project, worktree)) ?? worktree.baseSha;
    await session.record({ kind: "diffstat", ...(await readDiffstat({ repository, worktree, target })) });
  }

  /** What a session changed and its branch does not have yet: git's own patch, and the files by name. */
  async diff(project: ProjectRecord, record: SessionRecord): Promise<WorktreeDiff> {
    const { repository, worktree } = await this.#of(project, record);
    const target = (await homeOf(repository, project, worktree)) ?? worktree.baseSha;
    return readDiff({ repository, worktree, target });
  }

  /** The branch that a session's work goes to where nobody says: the one it came from, as far as that can be told. */
  async target(project: ProjectRecord, record: SessionRecord): Promise<string> {
    const { repository, worktree } = await this.#of(project, record);
    const home = await homeOf(repository, project, worktree);
    if (home !== undefined) return home;
    const branches = `${project.defaultBranch} or the branch that is checked out`;
    throw new HostRefusal("noTarget", `session ${record.id} did not begin on ${branches}`, {
      hint: "Name the branch that its work goes to.",
    });
  }

  /**
   * Brings a session's work into a branch, as one commit where nothing else is said. Where that is checked out its files go along, unless uncommitted changes
   * are in the way: then the commit waits at a ref.
   */
  async integrate(
    project: ProjectRecord,
    record: SessionRecord,
    options: {
      readonly target: string;
      readonly message: string;
      readonly signal: AbortSignal;
      readonly owner: SessionId;
      readonly strategy?: MergeStrategy;
      /** A command that has to pass on the merged tree. */
      readonly verify?: string;
    },
  ): Promise<Integration> {
    const { owner, verify, ...rest } = options;
    const { repository, worktree } = await this.at(project, record, owner);
    return integrateWorktree({
      ...rest,
      repository,
      worktree,
      clock: this.#options.clock,
      updateCheckout: true,
      ...(verify !== undefined && { verify: this.verification(project, worktree, verify) }),
    });
  }

  /** Runs a command on what a merge would make, in a checkout of its own. */
  verification(project: ProjectRecord, { branch }: SessionWorktree, command: string): VerifySpec {
    const { env, clock } = this.#options;
    const baseDir = project.worktreeBase ?? this.#base;
    return { baseDir, run: verifyBy({ command, env, projectRoot: project.rootPath, branch, clock }) };
  }

  /**
   * Removes a session's worktree and branch. Everything that is nowhere else, ignored files included, is saved first;
   * gives the ref that keeps it. `owner` is the session that the worktree was made for.
   */
  async remove(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<string | undefined> {
    const { repository, worktree } = await this.at(project, record, owner);
    const { clock } = this.#options;
    const saving = { ignored: "keep", alwaysSave: true } as const;
    const { salvage } = await removeWorktree({ repository, worktree, clock, ...saving });
    return salvage?.ref;
  }

  /**
   * Brings back what the last removal took away: files, untracked ones and kept ignored ones too, index, commits, branch.
   * One that is there still, because another session works in it, stays as it is.
   */
  async restore(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<RestoredPlace> {
    const { repository, worktree } = await this.at(project, record, owner);
    const { clock } = this.#options;
    const registered = await listWorktrees(repository.git);
    if (registered.some(({ path }) => path === worktree.path))
      return { ...workspaceOf(worktree), wasThere: true, nested: [] };
    const baseDir = project.worktreeBase ?? this.#base;
    const restored = await restoreWorktree({ repository, worktree, baseDir, clock });
    return { ...workspaceOf(restored), wasThere: false, nested: restored.nested.map(({ path }) => path) };
  }

  /** A project's repository, for what has no method here. */
  repository(project: ProjectRecord): Promise<Repository> {
    return this.open(project.rootPath);
  }

  /** Compares worktrees as they are recorded, by their owners, with what is there. See `reconcileWorktrees`. */
  async reconcile(
    project: ProjectRecord,
    owners: readonly SessionRecord[],
    signal: AbortSignal,
  ): Promise<Reconciliation> {
    const { env, clock } = this.#options;
    const { rootPath } = project;
    // Where it cannot be opened, the scan says why.
    const commonDir = await this.open(rootPath).then(
      (repository) => repository.commonDir,
      () => rootPath,
    );
    const records = owners.flatMap(({ id, worktree }) => (worktree ? [{ id, ...worktree, commonDir }] : []));
    const baseDir = project.worktreeBase ?? this.#base;
    return reconcileWorktrees({ path: rootPath, open: { env }, records, baseDir, clock, signal });
  }

  /** A session's worktree as `@nucleic/worktree` takes it; `owner` is the session that it was made for. */
  async at(project: ProjectRecord, record: SessionRecord, owner: SessionId): Promise<PlacedWorktree> {
    const { repository, worktree } = await this.#of(project, record);
    const base = await homeOf(repository, project, worktree);
    return { repository, worktree: { ...worktree, id: owner, ...(base !== undefined && { base }) } };
  }

  /**
   * The session's own worktree. An imported session works in a folder of its user's, and has none.
   * @throws HostRefusal `noWorktree`
   */
  require({ id, worktree }: SessionRecord): WorktreeInfo {
    if (worktree) return worktree;
    throw new HostRefusal("noWorktree", `session ${id} has no worktree`, {
      hint: "It works in a folder of yours, or failed before one was made.",
    });
  }

  get #base(): string {
    return join(this.#options.dataDir, "worktrees");
  }

  /** A repository by a folder in it, with the environment of this host. */
  open(dir: string): Promise<Repository> {
    return openRepository(dir, { env: this.#options.env });
  }

  /** A session's own worktree is no place to register: what it belongs to is. */
  async #mainCheckout(repository: Repository): Promise<string> {
    const base = await realpath(this.#base).catch(() => this.#base);
    const isOurs = repository.path.startsWith(base + sep);
    return isOurs && basename(repository.commonDir) === ".git"
      ? dirname(repository.commonDir)
      : repository.path;
  }

  async #of(project: ProjectRecord, record: SessionRecord): Promise<PlacedWorktree> {
    const { path, branch, baseSha } = this.require(record);
    const repository = await this.open(project.rootPath);
    return {
      repository,
      worktree: { id: record.id, path, branch, baseSha, commonDir: repository.commonDir },
    };
  }
}

function workspaceOf({ path, branch, baseSha }: SessionWorktree): Workspace {
  return { cwd: path, worktree: { path, branch, baseSha } };
}

/** The project's own branch, or the one that is checked out, whichever holds where the session began. */
async function homeOf(
  repository: Repository,
  project: ProjectRecord,
  worktree: SessionWorktree,
): Promise<string | undefined> {
  const { head } = await readRepositoryState(repository);
  for (const ref of [branchRef(project.defaultBranch), head.ref]) {
    if (ref === undefined) continue;
    const args = ["merge-base", "--is-ancestor", worktree.baseSha, ref];
    const { code } = await repository.git.run(args, { accept: [0, 1, 128] });
    if (code === 0) return ref.replace(/^refs\/heads\//, "");
  }
  return undefined;
}

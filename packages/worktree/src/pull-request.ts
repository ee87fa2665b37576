import { findExecutable, runCommand } from "@nucleic/process";
import { captureTree } from "./capture.ts";
import { commitTree } from "./commit-tree.ts";
import { continueFrom } from "./continue-session.ts";
import { withoutGitBindings } from "./environment.ts";
import { WorktreeError } from "./error.ts";
import { requireRemote } from "./fetch.ts";
import { resolveTree } from "./head.ts";
import { requireIdentity } from "./identity.ts";
import { type Checkout, openCheckout, type Repository } from "./repository.ts";
import { resumeContinuation } from "./resume-continuation.ts";
import { requireSettled } from "./session-state.ts";
import { branchRef, type SessionWorktree } from "./session-worktree.ts";
import { refuseUntrustedPrograms, TRANSPORT_PROGRAMS } from "./trusted-config.ts";

/** What to propose, and to whom. */
export interface PullRequestOptions {
  readonly repository: Repository;
  readonly worktree: SessionWorktree;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Short name of the branch it should go to, on the remote. Default: the one the session started from. */
  readonly base?: string;
  /** Where the session's branch is pushed. Default: `origin`. */
  readonly remote?: string;
  readonly draft?: boolean;
  readonly signal?: AbortSignal;
}

/** A pull request that is open. */
export interface PullRequest {
  readonly url: string;
  /** `false` where one from this branch to that base was open already; its branch has the new work now. */
  readonly created: boolean;
  /** The newest commit that was pushed. */
  readonly commit: string;
}

const TIMEOUT_MS = 120_000;

/**
 * Commits what is uncommitted, pushes the session's branch under its own name, and opens a pull request with GitHub's
 * `gh`, as the user is logged in there. Never forces; hooks don't run, so objects of git-lfs are not pushed along.
 *
 * @throws WorktreeError `ghMissing`, `ghFailed`, `unknownRemote`, `unknownRevision`, `untrustedConfig`, `gitFailed` where
 * the push is refused, and as `integrateWorktree` for a session that is not settled
 */
export async function openPullRequest(options: PullRequestOptions): Promise<PullRequest> {
  const { repository, worktree, remote = "origin", signal } = options;
  const base = options.base ?? worktree.base;
  if (base === undefined)
    throw new WorktreeError("unknownRevision", "the session did not start from a branch");
  const gh = await requireGh(repository, worktree.path);
  await requireRemote(repository, remote, signal);
  const checkout = await openCheckout(repository, worktree.path, signal);
  await requireBranchName(checkout, base);
  const { allowProgram } = repository.options;
  await refuseUntrustedPrograms(checkout.git, allowProgram, signal, TRANSPORT_PROGRAMS);
  await resumeContinuation(checkout, worktree);
  const commit = await commitAll(checkout, options);
  const refspec = `${commit}:${branchRef(worktree.branch)}`;
  const push = ["push", "--quiet", "--no-follow-tags", "--recurse-submodules=no", "--", remote, refspec];
  await checkout.git.run(push, signal && { signal });
  const between = [`--base=${base}`, `--head=${worktree.branch}`];
  const list = await gh(["pr", "list", ...between, "--state=open", "--limit=1", "--json=url"], "", signal);
  const open = firstUrl(list);
  if (open !== undefined) return { url: open, created: false, commit };
  const draft = options.draft ? ["--draft"] : [];
  const create = ["pr", "create", ...between, `--title=${oneLine(options.title)}`, "--body-file=-", ...draft];
  const url = (await gh(create, options.body, signal)).trim().split("\n").at(-1) ?? "";
  if (!/^https?:\/\/\S+$/.test(url)) throw new WorktreeError("ghFailed", `gh answered no address: ${url}`);
  return { url, created: true, commit };
}

type Gh = (args: readonly string[], input: string, signal?: AbortSignal) => Promise<string>;

/** Arguments go as an array, each value behind its own `--name=`, so that none can be taken for an option. */
async function requireGh({ options }: Repository, cwd: string): Promise<Gh> {
  const given = options.env ?? process.env;
  const command = await findExecutable("gh", given);
  if (command === undefined) {
    throw new WorktreeError("ghMissing", "gh, GitHub's command line, is not installed", {
      hint: "Install it from https://cli.github.com and run: gh auth login",
    });
  }
  const quiet = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1", LC_ALL: "C" };
  const env = { ...withoutGitBindings(given), ...quiet };
  return async (args, input, signal) => {
    const spec = { cwd, env, input, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) };
    const { ok, cause, stdout, stderr } = await runCommand(command, args, spec);
    if (ok) return stdout.toString();
    if (cause === "aborted") throw new WorktreeError("aborted", "gh was aborted");
    throw new WorktreeError("ghFailed", `gh ${args[0]} ${args[1]} failed: ${stderr.trim() || cause}`, {
      hint: "See whether you are logged in: gh auth status",
    });
  };
}

async function requireBranchName({ git }: Checkout, name: string): Promise<void> {
  const { code } = await git.run(["check-ref-format", "--branch", name], { accept: [0, 1, 128] });
  if (code !== 0) throw new WorktreeError("unknownRevision", `${name} can't be the name of a branch`);
}

/** What is uncommitted becomes a commit of the session's branch; its files stay as they are. */
async function commitAll(
  checkout: Checkout,
  { worktree, title, body, signal }: PullRequestOptions,
): Promise<string> {
  const { git } = checkout;
  const head = await requireSettled(checkout, worktree, signal);
  const captured = await captureTree(checkout, signal && { signal });
  if (captured.tree === (await resolveTree(git, head, signal))) return head;
  await requireIdentity(git, signal);
  const message = `${oneLine(title)}\n\n${body}`;
  const commit = await commitTree(git, { tree: captured.tree, parents: [head], message, signal });
  const moved = await continueFrom(checkout, worktree, { ...captured, head, commit }, { commit });
  if (moved.recorded) return commit;
  throw new WorktreeError("stillChanging", "the session went on while its work was committed", {
    hint: "Stop the agent first.",
  });
}

function firstUrl(json: string): string | undefined {
  try {
    const list: unknown = JSON.parse(json);
    const first: unknown = Array.isArray(list) ? list[0] : undefined;
    if (typeof first !== "object" || first === null || !("url" in first)) return undefined;
    return typeof first.url === "string" ? first.url : undefined;
  } catch {
    // An older gh may answer nothing at all where there is none.
    return undefined;
  }
}

function oneLine(text: string): string {
  return text.replace(/[\0\r\n]+/g, " ").trim();
}

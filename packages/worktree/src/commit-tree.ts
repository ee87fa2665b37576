import type { Git } from "./git.ts";

export interface CommitSpec {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Who commits and when. Default: the user, as git knows them, now. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a commit object that nothing refers to yet. No hook runs and nothing is signed. */
export async function commitTree(git: Git, spec: CommitSpec): Promise<string> {
  const { tree, parents, message, env = {}, signal } = spec;
  const args = ["commit-tree", tree, ...[...new Set(parents)].flatMap((parent) => ["-p", parent])];
  // git's own end of a message is one line end, and it refuses a NUL.
  const input = `${message.replaceAll("\0", "").trim()}\n`;
  return git.text(args, { input, env, ...(signal && { signal }) });
}

/** A commit of ours, not of the user: saving must work where nobody has told git who they are. */
export function ownIdentity(now: number): Record<string, string> {
  const date = `@${Math.floor(now / 1000)} +0000`;
  const [name, email] = ["Nucleic", "nucleic@localhost"];
  return {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
}

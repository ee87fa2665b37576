import { createHash } from "node:crypto";

/** The worktree of one session: all that is needed to find it again. Plain data, to be kept with the session. */
export interface SessionWorktree {
  /** The session's id, as given. */
  readonly id: string;
  /** Its top directory, a real path. */
  readonly path: string;
  /** Short name of its own branch, e.g. `nucleic/fix-login-3fa2c1`. */
  readonly branch: string;
  /** The commit it started from. */
  readonly baseSha: string;
  /** Short name of the local branch it started from, if it was one: where its work would go. */
  readonly base?: string;
  /** The repository's common directory, a real path. */
  readonly commonDir: string;
}

/** A session's id as a part of a ref name: unchanged where git allows it, else a digest of it. */
export function refComponent(id: string): string {
  const isValid = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(id);
  return isValid ? id : createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/** Why git holds the worktree locked. By this an entry is known to be ours, and whose. */
export function lockReason(id: string): string {
  return `nucleic:${refComponent(id)}`;
}

/** The full name of a local branch. */
export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Refs of ours. All are outside `refs/heads`, so no user's tool lists them as branches, and gc keeps what they hold. */
export const refs = {
  /** What a session had when its worktree was removed, one for each time. */
  archive: (id: string, stamp: string) => `refs/nucleic/archive/${refComponent(id)}/${stamp}`,
  archives: "refs/nucleic/archive",
  /** A squash commit that no branch holds yet. */
  pending: (id: string) => `refs/nucleic/pending/${refComponent(id)}`,
  /** What is being verified, as no branch holds it yet either. */
  verifying: (id: string) => `refs/nucleic/verifying/${refComponent(id)}`,
  /** A squash commit that waits for a person to fast-forward the target to it. */
  ready: (target: string) => `refs/nucleic/ready/${target}`,
};

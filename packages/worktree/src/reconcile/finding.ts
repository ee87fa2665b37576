import type { WorktreeErrorCode } from "../error.ts";

/** What `repairFinding` can do about a finding. */
export type Repair =
  /** Set `core.bare` to false, or take `core.worktree` away. */
  | "config"
  /** `git worktree repair`: link the directory and the repository with each other again. */
  | "relink"
  /** Lock it for its session again, so that no prune takes it. */
  | "lock"
  /** Delete a lock file of git's that nobody holds. */
  | "lockFile"
  /** Forget the registration after saving HEAD, index and reflog. To be done with `removeWorktree`. */
  | "remove";

/** Something that is not as the records say. Plain data; without a `repair` it is for a person to decide. */
export type Finding = { readonly repair?: Repair } & (
  | { readonly kind: "coreBare"; readonly file: string }
  | { readonly kind: "coreWorktree"; readonly file: string; readonly value: string }
  /** The directory is gone; git still has its HEAD and index. */
  | { readonly kind: "directoryMissing"; readonly id: string; readonly path: string }
  /** Neither the directory nor git's registration is there. */
  | { readonly kind: "gone"; readonly id: string; readonly path: string }
  /** The directory is there, and git does not find the way between it and the repository. */
  | { readonly kind: "unlinked"; readonly id: string; readonly path: string }
  /** As before, since the repository was at `from` when it was recorded. The record needs its new `commonDir`. */
  | { readonly kind: "repositoryMoved"; readonly id: string; readonly path: string; readonly from: string }
  /** It belongs to another repository, which is there; this one may be a copy of that. Nothing is done through it. */
  | {
      readonly kind: "foreignRepository";
      readonly id: string;
      readonly path: string;
      readonly commonDir: string;
    }
  | { readonly kind: "notLocked"; readonly id: string; readonly path: string }
  /** Somebody else has locked it, and says why. */
  | { readonly kind: "foreignLock"; readonly id: string; readonly path: string; readonly reason: string }
  /** It is on another branch, or a merge or rebase is under way. */
  | {
      readonly kind: "unsettled";
      readonly id: string;
      readonly path: string;
      readonly code: WorktreeErrorCode;
      readonly message: string;
    }
  /** git can't be asked there, e.g. its configuration runs programs that nobody allowed. */
  | {
      readonly kind: "unreadable";
      readonly id: string;
      readonly path: string;
      readonly code: WorktreeErrorCode;
      readonly message: string;
    }
  /** A commit made for the target is held back; `landed`: the target has it, and the session does not know yet. */
  | { readonly kind: "pending"; readonly id: string; readonly ref: string; readonly landed: boolean }
  /** Locked for a session that is not among the records. */
  | { readonly kind: "unrecorded"; readonly path: string; readonly branch?: string; readonly reason: string }
  /** A spare that was changed and could not be removed: a process is inside, or git does not find its way. It is handed to nobody. */
  | { readonly kind: "damagedSpare"; readonly path: string }
  /** A lock file of git's, old, with no process at work where it counts. */
  | { readonly kind: "staleLock"; readonly file: string; readonly ageMs: number }
);

/** The findings of one kind. */
export type FindingOf<Kind extends Finding["kind"]> = Extract<Finding, { readonly kind: Kind }>;

import type { SessionWorktree } from "../../src/session-worktree.ts";
import type { MergeStrategy } from "../../src/strategy.ts";

interface Place {
  readonly top: string;
  readonly baseDir: string;
}

/** What a worker is told to do. */
export type Order = Place &
  (
    | { readonly do: "create"; readonly id: string }
    /** Keeps so many worktrees ready. */
    | { readonly do: "prewarm"; readonly count: number }
    | {
        readonly do: "integrate";
        readonly worktree: SessionWorktree;
        readonly updateCheckout: boolean;
        readonly strategy: MergeStrategy;
      }
    | { readonly do: "remove"; readonly worktree: SessionWorktree }
    | { readonly do: "restore"; readonly worktree: SessionWorktree; readonly head?: string }
  );

/** What came of it. */
export type Answer =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: string }
  | "killed";

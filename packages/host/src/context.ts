import type { Clock, Ids, SessionId } from "@nucleic/protocol/core";
import type { ApprovalMode, ProjectRecord, Runtime } from "@nucleic/runtime";
import type { Merges } from "./integration/merges.ts";
import type { LiveSessions } from "./sessions/live-sessions.ts";
import type { Worktrees } from "./worktrees.ts";

/** What whoever does something for a client works with. */
export interface HostContext {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly live: LiveSessions;
  /** By which everything is integrated. */
  readonly merges: Merges;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Aborts when the host goes down. */
  readonly ending: AbortSignal;
  /** The rule by which a request is allowed without a person; `root` is the session's worktree, once it is there. */
  readonly policy: HostPolicy;
  /** Work that goes on behind the answer; the host waits for it before it goes down. Never rejects. */
  readonly track: (work: Promise<void>) => void;
  /** A session was removed for good. */
  readonly onRemoved: (id: SessionId) => void;
}

/** Decides without a person, from the user's own data. */
export type HostPolicy = (
  project: ProjectRecord,
  root: () => string | undefined,
) => Extract<ApprovalMode, object>["decide"];

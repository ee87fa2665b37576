import type { ProjectId, SessionId, SessionStatus } from "@nucleic/protocol";

/** A session as lists show it: a projection of its transcript, and where to find things. */
export interface SessionRecord {
  readonly id: SessionId;
  readonly projectId: ProjectId;
  readonly backend: string;
  /** The id the backend itself gave; absent until it did. */
  readonly backendSessionId?: string;
  readonly title: string;
  readonly status: SessionStatus;
  /** Absent until the workspace is there. */
  readonly cwd?: string;
  readonly worktree?: { readonly path: string; readonly branch: string; readonly baseSha: string };
  readonly model?: string;
  readonly lastSeq: number;
  readonly diffstat?: {
    readonly files: number;
    readonly added: number;
    readonly removed: number;
    readonly ahead: number;
    readonly behind: number;
  };
  readonly forkedFrom?: SessionId;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SessionFilter {
  readonly projectId?: ProjectId;
  readonly statuses?: readonly SessionStatus[];
  /** Default false. */
  readonly includeArchived?: boolean;
  readonly limit?: number;
}

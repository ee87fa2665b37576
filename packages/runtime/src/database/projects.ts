import type { ProjectId } from "@nucleic/protocol";

/** A registered repository. */
export interface ProjectRecord {
  readonly id: ProjectId;
  readonly name: string;
  /** Absolute, symlinks resolved by whoever registers it; unique. */
  readonly rootPath: string;
  readonly defaultBranch: string;
  readonly defaultBackend?: string;
  readonly worktreeBase?: string;
  readonly setupScript?: string;
  readonly setupPolicy: "block" | "warn";
  readonly createdAt: number;
}

export interface NewProject {
  readonly rootPath: string;
  readonly name: string;
  readonly defaultBranch: string;
}

export interface ProjectChange {
  readonly name?: string;
  readonly defaultBranch?: string;
  readonly defaultBackend?: string | null;
  readonly worktreeBase?: string | null;
  readonly setupScript?: string | null;
  readonly setupPolicy?: "block" | "warn";
}

export interface ProjectStore {
  /** The project of that root, registered now where it was not yet. */
  ensure(project: NewProject): Promise<ProjectRecord>;
  get(id: ProjectId): Promise<ProjectRecord | undefined>;
  byRoot(rootPath: string): Promise<ProjectRecord | undefined>;
  list(): Promise<readonly ProjectRecord[]>;
  /** @throws RuntimeError `unknownProject` */
  update(id: ProjectId, change: ProjectChange): Promise<ProjectRecord>;
}

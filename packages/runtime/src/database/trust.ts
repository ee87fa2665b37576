import type { ProjectId } from "@nucleic/protocol";

/** That a person has seen what a project's configuration of one backend does, and trusts exactly that. */
export interface TrustRecord {
  readonly projectId: ProjectId;
  readonly backend: string;
  /** `ProjectConfig.hash` of what was seen. */
  readonly configHash: string;
  readonly trustedAt: number;
}

export interface TrustStore {
  /** Trusts this configuration, and no longer an earlier one. */
  trust(projectId: ProjectId, backend: string, configHash: string): Promise<void>;
  isTrusted(projectId: ProjectId, backend: string, configHash: string): Promise<boolean>;
  revoke(projectId: ProjectId, backend?: string): Promise<void>;
  list(projectId?: ProjectId): Promise<readonly TrustRecord[]>;
}

import type { Clock, ProjectId } from "@nucleic/protocol";
import type { RuntimeDatabase } from "./open.ts";

/** That a person has seen what a project's configuration of one backend does, and trusts exactly that. */
export interface TrustRecord {
  readonly projectId: ProjectId;
  readonly backend: string;
  /** `ProjectConfig.hash` of what was seen. */
  readonly configHash: string;
  readonly trustedAt: number;
}

/** What people have trusted. Nothing else is. */
export interface TrustStore {
  /** Trusts this configuration, and no longer an earlier one. */
  trust(projectId: ProjectId, backend: string, configHash: string): Promise<void>;
  isTrusted(projectId: ProjectId, backend: string, configHash: string): Promise<boolean>;
  /** Of one backend, or of all. */
  revoke(projectId: ProjectId, backend?: string): Promise<void>;
  list(projectId?: ProjectId): Promise<readonly TrustRecord[]>;
}

export function trustStore(database: RuntimeDatabase, clock: Clock): TrustStore {
  const rows = (projectId?: ProjectId) => {
    const all = database.selectFrom("trust").selectAll();
    return (projectId === undefined ? all : all.where("project_id", "=", projectId)).execute();
  };
  return {
    async trust(projectId, backend, configHash) {
      const seen = { config_hash: configHash, trusted_at: clock.now() };
      await database
        .insertInto("trust")
        .values({ project_id: projectId, backend, ...seen })
        .onConflict((conflict) => conflict.columns(["project_id", "backend"]).doUpdateSet(seen))
        .execute();
    },
    async isTrusted(projectId, backend, configHash) {
      return (await rows(projectId)).some((row) => row.backend === backend && row.config_hash === configHash);
    },
    async revoke(projectId, backend) {
      const all = database.deleteFrom("trust").where("project_id", "=", projectId);
      await (backend === undefined ? all : all.where("backend", "=", backend)).execute();
    },
    async list(projectId) {
      return (await rows(projectId)).map((row) => ({
        projectId: row.project_id,
        backend: row.backend,
        configHash: row.config_hash,
        trustedAt: row.trusted_at,
      }));
    },
  };
}

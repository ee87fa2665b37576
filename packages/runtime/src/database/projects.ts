import type { Clock, Ids, ProjectId, SandboxChoice } from "@nucleic/protocol";
import type { Selectable } from "kysely";
import { RuntimeError } from "../errors.ts";
import type { RuntimeDatabase } from "./open.ts";
import { present } from "./present.ts";
import type { Schema } from "./schema.ts";

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
  /** How many worktrees stand ready for sessions to come. */
  readonly prewarm: number;
  /** Where the agents of its sessions run, unless something else is said. */
  readonly sandbox?: SandboxChoice;
  /** The hosts that they may reach from there; absent: all. */
  readonly allowedHosts?: string[];
  /** Their `git` is the one of the guard. */
  readonly gitGuard: boolean;
  readonly createdAt: number;
}

/** What has to be known to register a repository. */
export interface NewProject {
  readonly rootPath: string;
  readonly name: string;
  readonly defaultBranch: string;
}

/** `null` takes a value away. */
export interface ProjectChange {
  readonly name?: string;
  readonly defaultBranch?: string;
  readonly defaultBackend?: string | null;
  readonly worktreeBase?: string | null;
  readonly setupScript?: string | null;
  readonly setupPolicy?: "block" | "warn";
  readonly prewarm?: number;
  readonly sandbox?: SandboxChoice | null;
  readonly allowedHosts?: readonly string[] | null;
  readonly gitGuard?: boolean;
}

/** The registered repositories. */
export interface ProjectStore {
  /** The project of that root, registered now where it was not yet. */
  ensure(project: NewProject): Promise<ProjectRecord>;
  get(id: ProjectId): Promise<ProjectRecord | undefined>;
  byRoot(rootPath: string): Promise<ProjectRecord | undefined>;
  list(): Promise<readonly ProjectRecord[]>;
  /** @throws RuntimeError `unknownProject` */
  update(id: ProjectId, change: ProjectChange): Promise<ProjectRecord>;
  /** Forgets a project, and what was trusted in it. @throws RuntimeError `projectInUse` while it has sessions */
  remove(id: ProjectId): Promise<void>;
}

export function projectStore(database: RuntimeDatabase, clock: Clock, ids: Ids): ProjectStore {
  const one = async (column: "id" | "root_path", value: string) => {
    const row = await database
      .selectFrom("project")
      .selectAll()
      .where(column, "=", value as ProjectId)
      .executeTakeFirst();
    return row && toRecord(row);
  };
  return {
    async ensure({ rootPath, name, defaultBranch }) {
      const row = {
        id: ids.project(),
        name,
        root_path: rootPath,
        default_branch: defaultBranch,
        created_at: clock.now(),
      };
      await database
        .insertInto("project")
        .values(row)
        .onConflict((conflict) => conflict.column("root_path").doNothing())
        .execute();
      const known = await one("root_path", rootPath);
      if (known === undefined) throw new RuntimeError("unknownProject", `no project at ${rootPath}`);
      return known;
    },
    get: (id) => one("id", id),
    byRoot: (rootPath) => one("root_path", rootPath),
    async list() {
      const rows = await database.selectFrom("project").selectAll().orderBy("name").execute();
      return rows.map(toRecord);
    },
    async update(id, change) {
      const columns = present({
        name: change.name,
        default_branch: change.defaultBranch,
        default_backend: change.defaultBackend,
        worktree_base: change.worktreeBase,
        setup_script: change.setupScript,
        setup_policy: change.setupPolicy,
        prewarm: change.prewarm,
        sandbox: change.sandbox,
        allowed_hosts: change.allowedHosts && JSON.stringify(change.allowedHosts),
        git_guard: change.gitGuard === undefined ? undefined : Number(change.gitGuard),
      });
      if (Object.keys(columns).length > 0)
        await database.updateTable("project").set(columns).where("id", "=", id).execute();
      const known = await one("id", id);
      if (known === undefined) throw new RuntimeError("unknownProject", `no project ${id}`);
      return known;
    },
    async remove(id) {
      const used = await database
        .selectFrom("session")
        .select("id")
        .where("project_id", "=", id)
        .executeTakeFirst();
      if (used !== undefined)
        throw new RuntimeError("projectInUse", `project ${id} has sessions`, { hint: "Delete them first." });
      await database.deleteFrom("project").where("id", "=", id).execute();
    },
  };
}

function toRecord(row: Selectable<Schema["project"]>): ProjectRecord {
  return {
    id: row.id,
    name: row.name,
    rootPath: row.root_path,
    defaultBranch: row.default_branch,
    ...(row.default_backend !== null && { defaultBackend: row.default_backend }),
    ...(row.worktree_base !== null && { worktreeBase: row.worktree_base }),
    ...(row.setup_script !== null && { setupScript: row.setup_script }),
    setupPolicy: row.setup_policy,
    prewarm: row.prewarm,
    ...(row.sandbox !== null && { sandbox: row.sandbox }),
    ...(row.allowed_hosts !== null && { allowedHosts: JSON.parse(row.allowed_hosts) as string[] }),
    gitGuard: row.git_guard !== 0,
    createdAt: row.created_at,
  };
}

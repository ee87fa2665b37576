import type { Clock } from "@nucleic/protocol";
import type {
  NewProject,
  Preparation,
  ProjectRecord,
  Session,
  SessionRecord,
  Workspace,
} from "@nucleic/runtime";

/** What came of an integration, in a line for a person. */
export type IntegrationResult =
  | {
      readonly status: "done";
      readonly target: string;
      readonly sha?: string;
      readonly text: string;
      readonly hint?: string;
    }
  | { readonly status: "conflicted"; readonly target: string; readonly paths: readonly string[] };

/** The git side of sessions, as the commands speak of it. */
export interface Worktrees {
  /** @throws CliError `notARepository` */
  repositoryAt(dir: string): Promise<NewProject>;
  create(project: ProjectRecord, title: string, preparation: Preparation): Promise<Workspace>;
  /** Writes what the session's branch holds into its transcript. */
  recordDiffstat(session: Session): Promise<void>;
  fork(
    project: ProjectRecord,
    session: SessionRecord,
    title: string,
  ): Promise<{ readonly title: string; readonly workspace?: Workspace }>;
  diff(session: SessionRecord, options: { readonly stat: boolean }): Promise<string>;
  integrate(
    project: ProjectRecord,
    session: SessionRecord,
    options: { readonly target: string; readonly message: string; readonly signal: AbortSignal },
  ): Promise<IntegrationResult>;
  /** Gives the ref that holds what was unfinished, if anything was. */
  remove(project: ProjectRecord, session: SessionRecord): Promise<string | undefined>;
}

export interface WorktreesOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

export function openWorktrees(_options: WorktreesOptions): Worktrees {
  throw new Error("not yet");
}

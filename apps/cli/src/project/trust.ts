import type { AgentBackend, ProjectConfig } from "@nucleic/protocol";
import type { ProjectRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";

/** What a repository's configuration of one agent would do, and whether a person trusts exactly that. */
export interface TrustState {
  readonly backend: string;
  readonly displayName: string;
  readonly config: ProjectConfig;
  readonly trusted: boolean;
}

/**
 * Looks at the configuration as it stands in `dir`, which is a worktree: what a person has in their own checkout and has
 * not committed never gets there. `undefined` where this agent reads no configuration of a repository.
 */
export async function trustState(
  app: App,
  backend: AgentBackend,
  project: ProjectRecord,
  dir: string,
): Promise<TrustState | undefined> {
  if (!backend.inspectProject) return undefined;
  const config = await backend.inspectProject(dir);
  const { id, displayName } = backend.describe();
  const trusted = await app.runtime.trust.isTrusted(project.id, id, config.hash);
  return { backend: id, displayName, config, trusted };
}

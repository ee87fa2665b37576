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

/** Looks at the repository as it stands. `undefined` where this agent reads no configuration of a repository. */
export async function trustState(
  app: App,
  backend: AgentBackend,
  project: ProjectRecord,
): Promise<TrustState | undefined> {
  if (!backend.inspectProject) return undefined;
  const config = await backend.inspectProject(project.rootPath);
  const { id, displayName } = backend.describe();
  const trusted = await app.runtime.trust.isTrusted(project.id, id, config.hash);
  return { backend: id, displayName, config, trusted };
}

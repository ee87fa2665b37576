import type { ProjectRecord, SessionRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { IntegrationResult } from "../worktrees.ts";

/** Integrates a session's work, with every phase of it in the session's own transcript. */
export async function integrateSession(
  app: App,
  project: ProjectRecord,
  record: SessionRecord,
  options: { readonly target: string; readonly message: string; readonly signal: AbortSignal },
): Promise<IntegrationResult> {
  await using session = await app.runtime.openSession(record.id);
  const { target } = options;
  await session.record({ kind: "integration", phase: "merging", target });
  try {
    const result = await app.worktrees.integrate(project, record, options);
    if (result.status === "conflicted")
      await session.record({ kind: "integration", phase: "conflicted", target, paths: [...result.paths] });
    else
      await session.record({
        kind: "integration",
        phase: "merged",
        target,
        ...(result.sha && { sha: result.sha }),
      });
    return result;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await session.record({ kind: "integration", phase: "failed", target, message });
    throw error;
  }
}

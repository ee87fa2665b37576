import { sharedWorktree } from "@nucleic/host";
import type { ProjectRecord, RecordableEvent, SessionRecord } from "@nucleic/runtime";
import type { Integration, MergeStrategy } from "@nucleic/worktree";
import type { App } from "../compose.ts";

/** Integrates a session's work, with every phase of it in the session's own transcript. */
export async function integrateSession(
  app: App,
  project: ProjectRecord,
  record: SessionRecord,
  options: {
    readonly target: string;
    readonly message: string;
    readonly signal: AbortSignal;
    readonly strategy?: MergeStrategy;
    readonly verify?: string;
  },
): Promise<Integration> {
  const { owner } = await sharedWorktree(app.runtime, record);
  await using session = await app.runtime.openSession(record.id);
  const { target } = options;
  await session.record({ kind: "integration", phase: "merging", target });
  try {
    const result = await app.worktrees.integrate(project, record, { ...options, owner });
    await session.record({ kind: "integration", target, ...phaseOf(result) });
    await app.worktrees.recordDiffstat(project, record, session);
    return result;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await session.record({ kind: "integration", phase: "failed", target, message });
    throw error;
  }
}

type Phase = Omit<Extract<RecordableEvent, { kind: "integration" }>, "kind" | "target">;

function phaseOf(result: Integration): Phase {
  switch (result.outcome) {
    case "integrated":
      return { phase: "merged", sha: result.commit };
    case "nothingToDo":
      return { phase: "merged", message: "the branch has all of it already" };
    case "conflicted":
      return { phase: "conflicted", paths: result.conflicts.map((conflict) => conflict.path) };
    case "rejected":
      return { phase: "failed", message: result.message };
    case "parked":
      return { phase: "parked", sha: result.commit, message: result.reason };
    default:
      return result satisfies never;
  }
}

import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { RecordableEvent, SessionRecord } from "@nucleic/runtime";
import type { Integration } from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { HostRefusal } from "../refusal.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";
import { projectById } from "./start.ts";

/** Brings a session's work into a branch, with every phase of it in the session's own transcript. */
export async function integrate(
  host: HostContext,
  record: SessionRecord,
  args: IntentArgs<"integrate">,
): Promise<IntentResult<"integrate">> {
  const { worktrees, live, ending: signal } = host;
  // Before anything is written into its transcript.
  worktrees.require(record);
  const project = await projectById(host, record.projectId);
  const target = args.target ?? (await worktrees.target(project, record));
  const message = args.message ?? record.title;
  const { owner } = await sharedWorktree(host.runtime, record);
  return live.use(record.id, async (session) => {
    if (session.state.openTurns.length > 0)
      throw new HostRefusal("sessionBusy", `the agent of session ${record.id} is at work`, {
        hint: "Wait for the end of its turn, or interrupt it.",
      });
    await session.record({ kind: "integration", phase: "merging", target });
    try {
      const result = await worktrees.integrate(project, record, { target, message, owner, signal });
      await session.record({ kind: "integration", target, ...phaseOf(result) });
      await worktrees.recordDiffstat(project, record, session);
      return told(result, target);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await session.record({ kind: "integration", phase: "failed", target, message: why });
      throw error;
    }
  });
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

function told(result: Integration, target: string): IntentResult<"integrate"> {
  switch (result.outcome) {
    case "integrated": {
      const { outcome, commit, checkout, nestedRepositories } = result;
      const where = checkout === undefined ? {} : { checkout };
      return { outcome, target, commit, ...where, nestedRepositories: [...nestedRepositories] };
    }
    case "conflicted": {
      const conflicts = result.conflicts.map(({ path, kinds, messages }) => ({
        path,
        kinds: [...kinds],
        messages: [...messages],
      }));
      return { outcome: result.outcome, target, conflicts };
    }
    case "parked": {
      const { outcome, commit, ref, reason, paths, checkout } = result;
      const where = checkout === undefined ? {} : { checkout };
      return { outcome, target, commit, ref, reason, paths: [...paths], ...where };
    }
    default:
      return { target, ...result };
  }
}

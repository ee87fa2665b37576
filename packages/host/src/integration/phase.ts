import type { RecordableEvent } from "@nucleic/runtime";
import type { Settlement } from "@nucleic/worktree";

/** What the transcript says of a step of an integration. */
export type IntegrationPhase = Omit<Extract<RecordableEvent, { kind: "integration" }>, "kind" | "target">;

/** How an integration ended, as the transcript says it. */
export function phaseOf(settled: Settlement): IntegrationPhase {
  switch (settled.status) {
    case "merged":
      return settled.commit === undefined
        ? { phase: "merged", message: "the branch has all of it already" }
        : { phase: "merged", sha: settled.commit };
    case "conflicted":
      return { phase: "conflicted", paths: settled.conflicts.map(({ path }) => path) };
    case "parked":
      return { phase: "parked", sha: settled.commit, message: settled.reason };
    case "failed":
      return { phase: "failed", message: settled.message };
    case "cancelled":
      return { phase: "failed", message: "cancelled" };
    default:
      return settled satisfies never;
  }
}

import { z } from "zod";
import { ToolCallId } from "../ids.ts";
import { event } from "./envelope.ts";

/** A file of the worktree changed. `inferred` from a tool's input and result, or the backend's own report. */
export const FileChange = event("fileChange", {
  toolCallId: ToolCallId.optional(),
  /** Relative to the session's cwd, with `/`; absolute only when outside of it. */
  path: z.string(),
  change: z.enum(["add", "update", "delete", "rename"]),
  movedTo: z.string().optional(),
  /** Unified diff. */
  diff: z.string().optional(),
  inferred: z.boolean(),
});

/** One step of a plan. */
export const PlanEntry = z
  .object({ text: z.string(), status: z.enum(["pending", "inProgress", "completed"]) })
  .meta({ title: "PlanEntry" });
export type PlanEntry = z.infer<typeof PlanEntry>;

/** The agent's plan, whole, each time it changes. */
export const PlanUpdated = event("planUpdated", { entries: z.array(PlanEntry) });

import { z } from "zod";
import { event } from "./envelope.ts";

/** Where a session stands. See the runtime's transition table. */
export const SessionStatus = z
  .enum([
    "created",
    "preparing",
    "starting",
    "running",
    "awaitingApproval",
    "awaitingAnswer",
    "awaitingInput",
    "interrupted",
    "failed",
    "finished",
    "archived",
  ])
  .meta({ title: "SessionStatus" });
export type SessionStatus = z.infer<typeof SessionStatus>;

/** What the agent itself makes of its work at the end of a turn. */
export const Disposition = z.enum(["completed", "awaitingInput", "blocked"]).meta({ title: "Disposition" });
export type Disposition = z.infer<typeof Disposition>;

/** The worktree's setup script begins. */
export const SetupStarted = event("setupStarted", { script: z.string() });
export const SetupLog = event("setupLog", { stream: z.enum(["stdout", "stderr"]), line: z.string() });
/** A script that a signal ended has 128 and its number, as a shell says it; one that could not be started has 127. */
export const SetupFinished = event("setupFinished", { exitCode: z.number().int() });

export const StatusChanged = event("statusChanged", {
  from: SessionStatus,
  to: SessionStatus,
  reason: z.string(),
});

export const DispositionChanged = event("dispositionChanged", {
  disposition: Disposition,
  by: z.enum(["agent", "person", "rule"]),
});

/** The session's work on its way into a branch of the project. */
export const Integration = event("integration", {
  phase: z.enum(["queued", "merging", "verifying", "merged", "parked", "conflicted", "failed"]),
  target: z.string(),
  sha: z.string().optional(),
  paths: z.array(z.string()).optional(),
  message: z.string().optional(),
});

/** What the session's branch holds against its base, uncommitted work included. */
export const Diffstat = event("diffstat", {
  files: z.number().int().nonnegative(),
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  ahead: z.number().int().nonnegative(),
  behind: z.number().int().nonnegative(),
});

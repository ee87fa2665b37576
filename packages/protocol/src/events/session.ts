import { z } from "zod";
import { BackendCapabilities } from "../capabilities.ts";
import { AgentInput, ContextPart } from "../content.ts";
import { ErrorCode } from "../error-code.ts";
import { event } from "./envelope.ts";

/** How a turn or a run ended. */
export const Outcome = z.enum(["completed", "failed", "interrupted"]).meta({ title: "Outcome" });
export type Outcome = z.infer<typeof Outcome>;

/** A fault inside another event. */
export const EventError = z
  .object({ code: ErrorCode, message: z.string(), hint: z.string().optional() })
  .meta({ title: "EventError" });
export type EventError = z.infer<typeof EventError>;

/** Where the events of an imported session were read from. */
export const ImportedFrom = z
  .object({
    /** The agent's own file. Absolute. */
    path: z.string(),
    /** How large the session's files were. */
    sizeBytes: z.number().int().nonnegative(),
    /** Epoch milliseconds. */
    importedAt: z.number().int().nonnegative(),
    /** It stands for a transcript of ours that was lost: what only that knew, approvals for one, is missing. */
    degraded: z.boolean().optional(),
  })
  .meta({ title: "ImportedFrom" });
export type ImportedFrom = z.infer<typeof ImportedFrom>;

/**
 * The backend is ready. Comes again, with `resumed`, each time the session is taken up; it may also come again where the
 * model or mode has changed.
 */
export const SessionStarted = event("sessionStarted", {
  backend: z.string(),
  backendVersion: z.string().optional(),
  /** The id the backend itself gave, for resume and fork. */
  backendSessionId: z.string(),
  model: z.string().optional(),
  mode: z.string().optional(),
  cwd: z.string(),
  tools: z.array(z.string()).optional(),
  capabilities: BackendCapabilities,
  resumed: z.boolean().optional(),
  /** What follows was not seen as it happened, but read from the agent's own files. */
  imported: ImportedFrom.optional(),
});

/** As `AgentInput`, but an event is written whole: what is read back needs no default. */
const writtenInput = z.object({ ...AgentInput.shape, context: z.array(ContextPart) });

/** `backend` is the cause of a turn nobody asked for: a background task reported, say. */
export const TurnStarted = event("turnStarted", {
  cause: z.enum(["user", "backend"]),
  input: writtenInput.optional(),
});

/** What a person sent, so that a transcript stands alone. `steer` reached a turn that was already running. */
export const UserMessage = event("userMessage", {
  text: z.string(),
  context: z.array(ContextPart),
  steer: z.boolean().optional(),
});

/** Exactly one for each turnStarted. */
export const TurnCompleted = event("turnCompleted", {
  outcome: Outcome,
  error: EventError.optional(),
  finalText: z.string().optional(),
});

/** Exactly one for each run of the backend's program, also when it was killed. */
export const RunFinished = event("runFinished", {
  outcome: Outcome,
  error: EventError.optional(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  /** The end of what the program wrote to stderr, at most 8 KiB. */
  stderrTail: z.string().optional(),
  durationMs: z.number().nonnegative().optional(),
});

/** Something went wrong. `recoverable`: the session goes on; with `retryInMs` the backend itself tries again. */
export const ErrorEvent = event("error", {
  code: ErrorCode,
  message: z.string(),
  hint: z.string().optional(),
  recoverable: z.boolean(),
  retryInMs: z.number().nonnegative().optional(),
});

/** What this version does not model, verbatim. Never dropped. */
export const Raw = event("raw", { backend: z.string(), native: z.unknown() });

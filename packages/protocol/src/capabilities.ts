import { z } from "zod";

/** What a backend can do. A view hides what is not there; nothing falls back in silence. */
export const BackendCapabilities = z
  .object({
    /** Asks before it acts, and waits for the answer. */
    interactiveApprovals: z.boolean(),
    /** `allow` may carry an `updatedInput`. */
    canModifyToolInput: z.boolean(),
    /** Text and thinking arrive while they are written. */
    partialMessageStreaming: z.boolean(),
    /** `steer` reaches the turn that runs. */
    followUpWhileRunning: z.boolean(),
    /** `fileChange` is the backend's own report, not inferred from tool inputs. */
    emitsFileChangeEvents: z.boolean(),
    /** `usage` carries `costUSD`. */
    reportsCost: z.boolean(),
    canFork: z.boolean(),
    canSetModel: z.boolean(),
    canSetMode: z.boolean(),
    supportsImages: z.boolean(),
    /** Takes MCP servers from the session spec. */
    mcpInjection: z.boolean(),
  })
  .meta({ title: "BackendCapabilities" });
export type BackendCapabilities = z.infer<typeof BackendCapabilities>;

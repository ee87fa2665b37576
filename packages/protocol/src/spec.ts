import { z } from "zod";
import { SessionId } from "./ids.ts";

/**
 * Who answers when the agent asks: `interactive` a person; `auto` a policy, and a person for the rest; `fixed` a
 * policy alone: what it does not allow is denied.
 */
export const ApprovalPolicy = z.enum(["interactive", "auto", "fixed"]).meta({ title: "ApprovalPolicy" });
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;

/** What a client gets to see. Adapters always run at `full`; subscribers choose. */
export const Verbosity = z.enum(["summary", "normal", "full"]).meta({ title: "Verbosity" });
export type Verbosity = z.infer<typeof Verbosity>;

const mcpServer = {
  /** Milliseconds that one call of a tool may take, where the agent has a limit of its own that can be set. */
  callTimeoutMs: z.number().int().positive().optional(),
  /** Its tools stand before the model from the first turn on: the agent waits for it, and does not hide them behind a search. */
  alwaysLoad: z.boolean().optional(),
  /** An agent that can't take a server of this transport starts without it. */
  optional: z.boolean().optional(),
};

/** An MCP server to hand to the agent. */
export const McpServerSpec = z
  .discriminatedUnion("transport", [
    z.object({
      transport: z.literal("stdio"),
      command: z.string(),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
      ...mcpServer,
    }),
    z.object({
      transport: z.literal("http"),
      url: z.url(),
      headers: z.record(z.string(), z.string()).default({}),
      ...mcpServer,
    }),
  ])
  .meta({ title: "McpServerSpec" });
export type McpServerSpec = z.infer<typeof McpServerSpec>;

/** Everything an adapter needs to start a session. */
export const SessionSpec = z
  .object({
    sessionId: SessionId,
    /** Absolute; the worktree. */
    cwd: z.string().min(1),
    model: z.string().optional(),
    mode: z.string().optional(),
    approvalPolicy: ApprovalPolicy.default("interactive"),
    verbosity: Verbosity.default("full"),
    systemPromptAppend: z.string().optional(),
    addDirs: z.array(z.string()).optional(),
    /** Rules in the backend's own syntax that it need not ask about. */
    allowedTools: z.array(z.string()).optional(),
    /** Added to the small set of variables an agent inherits. */
    env: z.record(z.string(), z.string()).default({}),
    mcpServers: z.record(z.string(), McpServerSpec).optional(),
    /** A person has seen and trusted what the repository's own agent configuration does. Never assumed. */
    trusted: z.boolean().default(false),
    /** Marks every process of the run, so that none outlives it. Made up where absent. */
    runId: z.string().optional(),
  })
  .meta({ title: "SessionSpec" });
export type SessionSpec = z.infer<typeof SessionSpec>;

/** To take up a session where it was left; `fork` leaves the original as it is. */
export const ResumeSpec = SessionSpec.extend({
  backendSessionId: z.string().min(1),
  fork: z.boolean().default(false),
}).meta({ title: "ResumeSpec" });
export type ResumeSpec = z.infer<typeof ResumeSpec>;

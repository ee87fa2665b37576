import { z } from "zod";
import { AgentInput } from "../content.ts";
import { SandboxChoice } from "../events/sandbox.ts";

/** A word or a short text. */
export const text = z.string().min(1).max(4_096);

/**
 * Who answers what the agent asks: the policy of the user's own data where `policy`, and then `otherwise` a person, or
 * nobody: it is denied at once.
 */
export const ApprovalChoice = z
  .object({ policy: z.boolean(), otherwise: z.enum(["ask", "deny"]) })
  .meta({ title: "ApprovalChoice" });
export type ApprovalChoice = z.infer<typeof ApprovalChoice>;

/** What an agent is run with, at its start and whenever it is taken up again. */
export const run = {
  model: text.optional(),
  mode: text.optional(),
  /**
   * Where the agent runs. Absent: as the session did before, else as the project says, else `none`. Less than the project
   * says is taken from clients of this machine alone.
   */
  sandbox: SandboxChoice.optional(),
  /**
   * The hosts that it may reach from there, `api.example.com` or `example.com:8080`, and no others. Absent: as before, else as the
   * project says, else all. A paired device names none.
   */
  allowedHosts: z.array(text).max(256).optional(),
  approvals: ApprovalChoice.optional(),
  /** Added to the small set of variables that an agent inherits. */
  env: z.record(z.string(), z.string()).optional(),
  input: AgentInput.optional(),
};

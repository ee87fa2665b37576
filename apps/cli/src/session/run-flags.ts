import type { SandboxChoice } from "@nucleic/protocol";
import { type Approve, approvalChoice } from "../approvals/choice.ts";
import type { Context } from "../context.ts";
import type { NotifyWhen } from "../host/notification-sinks.ts";
import { agentVariables } from "./agent-variables.ts";

/** What every command takes that has an agent work. */
export interface AgentFlags {
  readonly model?: string;
  readonly mode?: string;
  readonly env?: readonly string[];
  readonly approve: Approve;
  readonly sandbox?: SandboxChoice;
  readonly allowHost?: readonly string[];
  readonly json?: boolean;
  readonly notify: NotifyWhen;
}

/** The same, as a host takes it. `canAsk`: there is a person who can answer. @throws CliError `usage` */
export function agentArgs(
  context: Context,
  { model, mode, env, approve, sandbox, allowHost }: AgentFlags,
  canAsk: boolean,
) {
  return {
    approvals: approvalChoice(approve, canAsk),
    env: agentVariables(env, context.env),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(sandbox !== undefined && { sandbox }),
    ...(allowHost && { allowedHosts: [...allowHost] }),
  };
}

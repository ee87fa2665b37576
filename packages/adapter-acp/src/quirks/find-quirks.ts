import type { Json } from "../wire/messages.ts";
import { at, name } from "../wire/read.ts";
import { claudeAgentAcp } from "./claude-agent-acp.ts";
import { codexAcp } from "./codex-acp.ts";
import { gemini } from "./gemini.ts";
import { grok } from "./grok.ts";
import { opencode } from "./opencode.ts";
import { type AgentQuirks, baseQuirks } from "./quirks.ts";

/** The agents that are known by name. */
export type KnownAgentId = "grok" | "claude-agent-acp" | "codex-acp" | "gemini" | "opencode";

export const knownAgents: Readonly<Record<KnownAgentId, AgentQuirks>> = {
  grok,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
  gemini,
  opencode,
};

/** Any other agent: `acp:<command>`, with no quirks at all. */
export function quirksOfCommand(command: string, args: readonly string[] = []): AgentQuirks {
  return {
    ...baseQuirks,
    id: `acp:${command}`,
    displayName: `${command} (ACP)`,
    start: {
      executables: [command],
      args,
      executableEnv: "NUCLEIC_ACP",
      installHint: `Put ${command} on PATH.`,
      leavesOnEof: true,
    },
  };
}

/** The agent that an initialize result is from, where it says so. */
export function quirksOfInitialize(result: Json): AgentQuirks | undefined {
  const agentName = name(at(result, ["agentInfo", "name"]));
  return Object.values<AgentQuirks>(knownAgents).find(({ agentNames, agentMark }) =>
    agentName === undefined
      ? agentMark !== undefined && at(result, agentMark) !== undefined
      : agentNames.includes(agentName),
  );
}

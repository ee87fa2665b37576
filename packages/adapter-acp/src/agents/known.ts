import type { KnownAgentId } from "../quirks/find-quirks.ts";
import type { AcpAgent } from "./agent.ts";
import { claudeAgentAcp } from "./claude-agent-acp.ts";
import { codexAcp } from "./codex-acp.ts";
import { gemini } from "./gemini.ts";
import { grok } from "./grok.ts";
import { opencode } from "./opencode.ts";

/** The agents that the suite runs on, or has been measured against. */
export const knownAgents: Readonly<Record<KnownAgentId, AcpAgent>> = {
  grok,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
  gemini,
  opencode,
};

/** Their names, in the order they are offered. */
export const knownAgentIds = Object.keys(knownAgents) as readonly KnownAgentId[];

/** Whether this package knows an agent of that name. */
export function isKnownAgent(name: string): name is KnownAgentId {
  return Object.hasOwn(knownAgents, name);
}

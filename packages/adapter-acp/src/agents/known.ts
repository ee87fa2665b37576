import { claudeAgentAcp } from "./claude-agent-acp.ts";
import { codexAcp } from "./codex-acp.ts";
import { gemini } from "./gemini.ts";
import { grok } from "./grok.ts";
import { opencode } from "./opencode.ts";

/** The agents that the suite runs on, or has been measured against. */
export const knownAgents = {
  grok,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
  gemini,
  opencode,
} as const;

export type KnownAgentName = keyof typeof knownAgents;

export function isKnownAgent(name: string): name is KnownAgentName {
  return Object.hasOwn(knownAgents, name);
}

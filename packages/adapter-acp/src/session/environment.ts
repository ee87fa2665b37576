import { agentEnv } from "@nucleic/process";
import type { AcpAgent } from "../agents/agent.ts";

type Env = Readonly<Record<string, string | undefined>>;
type SetEnv = Readonly<Record<string, string>>;

interface EnvironmentOptions {
  readonly from: Env;
  /** Names that it may see besides those of the agent's entry. */
  readonly allow?: readonly string[];
  readonly set?: SetEnv;
  /** What the launch itself sets: the gates of an untrusted project are among it, so nothing wins over it. */
  readonly launch?: SetEnv;
}

/** The environment of a run: what is on the agent's list, what the session adds, and what its start takes. */
export function acpEnv(agent: AcpAgent, options: EnvironmentOptions): Record<string, string> {
  const { from, allow = [], set = {}, launch = {} } = options;
  return agentEnv({
    from,
    allow: [...agent.environment, ...allow],
    set: { ...agent.quirks.start.env, ...set, ...launch },
  });
}

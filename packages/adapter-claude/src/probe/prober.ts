import { Prober } from "@nucleic/adapter-kit";
import type { Clock } from "@nucleic/protocol";
import { claudeEnv } from "../session/environment.ts";
import { EXECUTABLE_ENV, findClaude } from "./find-claude.ts";
import { isLoggedIn } from "./login.ts";
import { parseVersion, VERSIONS } from "./version.ts";

type Env = Readonly<Record<string, string | undefined>>;

export const INSTALL_HINT = "npm install -g @anthropic-ai/claude-code";

/** @param executable the program to run; absent: `NUCLEIC_CLAUDE`, else `claude` on the PATH of `env` */
export function claudeProber(executable: string | undefined, env: Env, clock: Clock): Prober {
  return new Prober(
    {
      displayName: "Claude Code",
      named: executable ?? env[EXECUTABLE_ENV],
      executableEnv: EXECUTABLE_ENV,
      installHint: INSTALL_HINT,
      loginHint: "Run claude once and log in, or set ANTHROPIC_API_KEY",
      versions: VERSIONS,
      find: () => findClaude(executable, env),
      environment: () => claudeEnv(env),
      parseVersion,
      isLoggedIn: () => isLoggedIn(claudeEnv(env)),
    },
    clock,
  );
}

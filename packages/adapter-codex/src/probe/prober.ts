import { Prober } from "@nucleic/adapter-kit";
import type { Clock } from "@nucleic/protocol";
import { codexEnv } from "../environment.ts";
import { configuredEnv } from "../user-config.ts";
import { EXECUTABLE_ENV, findCodex } from "./find-codex.ts";
import { isLoggedIn } from "./login.ts";
import { parseVersion, VERSIONS } from "./version.ts";

type Env = Readonly<Record<string, string | undefined>>;

export const INSTALL_HINT = "npm install -g @openai/codex";

/** Finds Codex and what can be known of it without a request; for both backends. */
export function codexProber(executable: string | undefined, env: Env, clock: Clock): Prober {
  return new Prober(
    {
      displayName: "Codex",
      named: executable ?? (env[EXECUTABLE_ENV] || undefined),
      executableEnv: EXECUTABLE_ENV,
      installHint: INSTALL_HINT,
      loginHint: "Run `codex login`, or set CODEX_API_KEY",
      versions: VERSIONS,
      find: () => findCodex(executable, env),
      environment: () => codexEnv(env),
      parseVersion,
      isLoggedIn: async () => isLoggedIn(await configuredEnv(env)),
    },
    clock,
  );
}

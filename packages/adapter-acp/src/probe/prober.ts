import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nativeProgram, Prober } from "@nucleic/adapter-kit";
import { findExecutable } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { AcpAgent } from "../agents/agent.ts";
import { isLoggedIn } from "./login.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface ProbeSetting {
  /** The program to run; absent: what the agent's variable names, else its usual names on the PATH. */
  readonly executable: string | undefined;
  readonly environment: Env;
  /** What the program itself gets to see of that. */
  readonly visible: () => Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** Finds the program of an agent and learns its version, without a request to anyone. */
export function acpProber(agent: AcpAgent, setting: ProbeSetting): Prober {
  const { executable, environment, visible } = setting;
  const { start, displayName } = agent.quirks;
  const named = executable ?? (environment[start.executableEnv] || undefined);
  const { version } = agent;
  return new Prober(
    {
      displayName,
      named,
      executableEnv: start.executableEnv,
      installHint: start.installHint,
      loginHint: agent.loginHint,
      ...(agent.versions && { versions: agent.versions }),
      find: () => findProgram(agent, named, environment),
      environment: visible,
      parseVersion: (stdout) => ("flag" in version ? version.flag.exec(stdout)?.[1] : undefined),
      ...("manifests" in version && { readVersion: (path) => manifestVersion(path, version.manifests) }),
      isLoggedIn: () => isLoggedIn(agent, visible()),
    },
    setting.clock,
  );
}

async function findProgram(
  agent: AcpAgent,
  named: string | undefined,
  env: Env,
): Promise<string | undefined> {
  for (const name of named === undefined ? agent.quirks.start.executables : [named]) {
    const found = await findExecutable(name, env);
    if (found !== undefined) return agent.npm ? await nativeProgram(found, agent.npm) : found;
  }
  return undefined;
}

/** The version in the manifest of the npm package that a program is part of, where it is one of those. */
async function manifestVersion(path: string, packages: readonly string[]): Promise<string | undefined> {
  const real = await realpath(path);
  for (let dir = dirname(real); dir !== dirname(dir); dir = dirname(dir)) {
    const manifest = await readManifest(join(dir, "package.json"));
    if (manifest?.name !== undefined && packages.includes(manifest.name)) return manifest.version;
  }
  return undefined;
}

async function readManifest(
  path: string,
): Promise<{ readonly name?: string; readonly version?: string } | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    // No manifest here: the next folder up may have one.
    return undefined;
  }
}

import { delimiter, isAbsolute } from "node:path";
import { acpBackend, acpBackendFor, isKnownAgent } from "@nucleic/adapter-acp";
import { claudeBackend } from "@nucleic/adapter-claude";
import { codexBackend } from "@nucleic/adapter-codex";
import type { ConfinedAgent, HostSandboxOptions } from "@nucleic/host";
import type { AgentBackend } from "@nucleic/protocol";
import { containerEngine, lightEngine, type SandboxEngine } from "@nucleic/sandbox";
import type { Context } from "./context.ts";

type Setting = Pick<Context, "clock" | "ids" | "env">;

/** The engines that agents can be confined with, in the order in which `auto` tries them. */
export function sandboxEngines({ env }: Pick<Context, "env">): readonly SandboxEngine[] {
  const { NUCLEIC_SANDBOX_IMAGE: image, NUCLEIC_SANDBOX_CLI: cli, NUCLEIC_SANDBOX_SHARED: shared } = env;
  return [
    lightEngine(),
    containerEngine({
      image: image || undefined,
      cli: cli === "docker" ? "docker" : "podman",
      sharesFiles: shared === "1",
      environment: env,
    }),
  ];
}

/** What a host of this command line confines agents with. */
export function sandboxesOf(setting: Setting): HostSandboxOptions {
  const reads = (setting.env.NUCLEIC_SANDBOX_READ ?? "").split(delimiter).filter(isAbsolute);
  return { engines: sandboxEngines(setting), agent: (id, place) => confined(id, place, setting), reads };
}

/**
 * The agent of that id in a place of its own. The demo agent starts no program that could be placed; `codex exec` asks
 * nobody, and what holds it back instead is a sandbox of its own, which can't be made within another.
 */
function confined(
  id: string,
  { processHost, environment, executable }: ConfinedAgent,
  { clock, ids }: Setting,
): AgentBackend | undefined {
  const options = { clock, ids, environment, processHost };
  const found = { ...options, ...(executable !== undefined && { executable }) };
  if (id === "claude") return claudeBackend(found);
  if (id === "codex") return codexBackend({ ...found, confined: true });
  if (id === "codex-exec") return undefined;
  const agent = id.replace(/^acp:/, "");
  if (isKnownAgent(agent)) return acpBackend({ ...found, agent });
  return id.startsWith("acp:") ? acpBackendFor(id, options) : undefined;
}

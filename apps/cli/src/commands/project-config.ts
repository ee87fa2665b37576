import type { SandboxChoice } from "@nucleic/protocol";
import type { IntentArgs, ProjectItem } from "@nucleic/protocol/messages";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { safeLine, safeText } from "../view/sanitize.ts";

/** What `project config` takes. `--no-setup` comes as `false`. */
export interface ConfigFlags {
  readonly setup?: string | false;
  readonly setupPolicy?: "block" | "warn";
  /** 0 to 8, in digits. */
  readonly prewarm?: string;
  readonly sandbox?: SandboxChoice;
  /** `--no-allow-host` comes as `false`. */
  readonly allowHost?: readonly string[] | boolean;
  readonly gitGuard?: "on" | "off";
  readonly json?: boolean;
}

/** Changes what is set for a repository, and shows what is set. Nothing is written into the repository. */
export function projectConfig(dir: string | undefined, flags: ConfigFlags): Command {
  return async (context) => {
    const change = changeOf(flags);
    await using open = await openClient(context);
    const { client } = open;
    const { id } = await projectHere(client, context, dir);
    if (Object.keys(change).length > 0) await client.intent("configureProject", { projectId: id, ...change });
    const project = await projectHere(client, context, dir);
    await context.stdout.lines(flags.json ? [JSON.stringify(project)] : configLines(project));
    return exitCodes.done;
  };
}

function changeOf({
  setup,
  setupPolicy,
  prewarm,
  sandbox,
  allowHost,
  gitGuard,
}: ConfigFlags): Omit<IntentArgs<"configureProject">, "projectId"> {
  if (typeof setup === "string" && setup.trim() === "")
    throw new CliError("usage", "the set-up command is empty", "--no-setup takes it away");
  return {
    ...(setup !== undefined && { setupScript: setup === false ? null : setup }),
    ...(setupPolicy !== undefined && { setupPolicy }),
    ...(prewarm !== undefined && { prewarm: Number(prewarm) }),
    ...(sandbox !== undefined && { sandbox }),
    ...(gitGuard !== undefined && { gitGuard: gitGuard === "on" }),
    ...(allowHost === false && { allowedHosts: null }),
    ...(typeof allowHost === "object" && { allowedHosts: [...allowHost] }),
  };
}

function configLines({
  rootPath,
  setupScript,
  setupPolicy,
  prewarm,
  sandbox,
  allowedHosts,
  gitGuard = false,
}: ProjectItem): string[] {
  const [first = "none", ...rest] =
    setupScript === undefined ? [] : safeText(setupScript).trimEnd().split("\n");
  return [
    `folder        ${safeLine(rootPath)}`,
    `setup         ${first}`,
    ...rest.map((line) => `              ${line}`),
    `setup policy  ${setupPolicy}`,
    `prewarm       ${prewarm ?? 0}`,
    `sandbox       ${sandbox ?? "none"}`,
    `git guard     ${gitGuard ? "on" : "off"}`,
    `hosts         ${allowedHosts === undefined ? "all" : safeLine(allowedHosts.join(", "))}`,
  ];
}

import type { ProjectChange, ProjectRecord } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
import { safeLine, safeText } from "../view/sanitize.ts";

/** What `project config` takes. `--no-setup` comes as `false`. */
export interface ConfigFlags {
  readonly setup?: string | false;
  readonly setupPolicy?: "block" | "warn";
  /** 0 to 8, in digits. */
  readonly prewarm?: string;
  readonly json?: boolean;
}

/** Changes what is set for a repository, and shows what is set. Nothing is written into the repository. */
export function projectConfig(dir: string | undefined, flags: ConfigFlags): Command {
  return async (context) => {
    const change = changeOf(flags);
    await using app = await openApp(context);
    const { id } = await projectAt(app, dir ?? context.cwd);
    const project = await app.runtime.projects.update(id, change);
    await context.stdout.lines(flags.json ? [JSON.stringify(project)] : configLines(project));
    return exitCodes.done;
  };
}

function changeOf({ setup, setupPolicy, prewarm }: ConfigFlags): ProjectChange {
  if (typeof setup === "string" && setup.trim() === "")
    throw new CliError("usage", "the set-up command is empty", "--no-setup takes it away");
  return {
    ...(setup !== undefined && { setupScript: setup === false ? null : setup }),
    ...(setupPolicy !== undefined && { setupPolicy }),
    ...(prewarm !== undefined && { prewarm: Number(prewarm) }),
  };
}

function configLines({ rootPath, setupScript, setupPolicy, prewarm }: ProjectRecord): string[] {
  const [first = "none", ...rest] =
    setupScript === undefined ? [] : safeText(setupScript).trimEnd().split("\n");
  return [
    `folder        ${safeLine(rootPath)}`,
    `setup         ${first}`,
    ...rest.map((line) => `              ${line}`),
    `setup policy  ${setupPolicy}`,
    `prewarm       ${prewarm}`,
  ];
}

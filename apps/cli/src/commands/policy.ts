import { type Policies, type PolicyFault, policyPaths, readPolicies, readPolicyFile } from "@nucleic/host";
import type { PolicySource } from "@nucleic/policy";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { sourceLines } from "../policy/policy-lines.ts";
import { safeLine } from "../view/sanitize.ts";

/** Shows the rules that `--approve policy` follows, and which files they are from. */
export function policyShow(flags: { readonly project?: string; readonly json?: boolean }): Command {
  return async (context) => {
    const paths = await pathsAt(context, flags.project);
    const { sources, faults } = await readPolicies(paths);
    await tellFaults(context, faults);
    if (flags.json) await context.stdout.lines(sources.map((source) => JSON.stringify(source)));
    else await context.stdout.lines(sources.flatMap(sourceLines));
    if (!flags.json && faults.length === 0 && sources.length < 2 && sources[0]?.name === "auto")
      await context.tell(`you have no policy file yet: ${safeLine(paths.at(-1) ?? "")} would be one`);
    return faults.length > 0 ? exitCodes.failed : exitCodes.done;
  };
}

/** Says what is wrong with policy files: with one, or with those that are in place. */
export function policyCheck(file: string | undefined, flags: { readonly project?: string }): Command {
  return async (context) => {
    const paths = file === undefined ? await pathsAt(context, flags.project) : [file];
    const faults: PolicyFault[] = [];
    for (const path of paths) {
      const read = await readPolicyFile(path);
      if (read === undefined && file !== undefined) throw new CliError("usage", `there is no file ${file}`);
      if (read === undefined) await context.stdout.lines([`none   ${safeLine(path)}`]);
      else if ("message" in read) faults.push(read);
      else await context.stdout.lines([`valid  ${safeLine(path)}, ${read.policy.rules.length} rule(s)`]);
    }
    await tellFaults(context, faults);
    return faults.length > 0 ? exitCodes.failed : exitCodes.done;
  };
}

/** The policies that hold in a project, or the user's own alone. */
export async function policiesAt(context: Context, project: string | undefined): Promise<Policies> {
  return readPolicies(await pathsAt(context, project));
}

async function pathsAt(context: Context, project: string | undefined): Promise<readonly string[]> {
  if (project === undefined) return policyPaths(dataDir(context.env));
  await using open = await openClient(context);
  return policyPaths(dataDir(context.env), (await projectHere(open.client, context, project)).id);
}

/** @throws CliError `usage` where the file is not there or cannot be followed */
export async function policyAt(path: string): Promise<PolicySource> {
  const read = await readPolicyFile(path);
  if (read === undefined) throw new CliError("usage", `there is no file ${path}`);
  if ("message" in read) throw new CliError("usage", read.message, read.hint);
  return read;
}

async function tellFaults(context: Context, faults: readonly PolicyFault[]): Promise<void> {
  for (const { message, hint } of faults)
    await context.tell([safeLine(message), ...(hint === undefined ? [] : [`→ ${hint}`])]);
}

import { autoPolicy, type PolicySource, type Replayed, replay, suggestRules } from "@nucleic/policy";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
import { pastRequests } from "../policy/past-requests.ts";
import { ruleLine } from "../policy/policy-lines.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { table } from "../view/table.ts";
import { policiesAt, policyAt } from "./policy.ts";

export interface TryFlags {
  readonly allow?: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Tells what a policy file, a rule, or the policies in place would have made of everything that was ever asked. */
export function policyTry(file: string | undefined, flags: TryFlags): Command {
  return async (context) => {
    const sources = await tried(file, flags, async () => (await policiesAt(context, flags.project)).sources);
    await using open = await openClient(context);
    const project = await projectNamed(open.client, context, flags.project);
    const past = await pastRequests(open.client, project?.id, context.signals.ending);
    const all = past.map((one) => replay(sources, one));
    if (flags.json) {
      await context.stdout.lines(all.map((one) => JSON.stringify(toJson(one))));
      return exitCodes.done;
    }
    const count = (is: (one: Replayed) => boolean) => all.filter(is).length;
    const against = count(({ isAgainst }) => isAgainst);
    await context.stdout.lines([
      `${plural(all.length, "request")} of the past: ${count(({ outcome }) => outcome.effect === "allow")} allowed, ${count(({ outcome }) => outcome.effect === "deny")} denied, ${count(({ outcome }) => outcome.effect === "ask")} asked`,
      `${plural(
        count(({ isSaved }) => isSaved),
        "question",
      )} to you would not have been asked`,
      ...(against > 0 ? [`${against} would have been allowed, though you refused`] : []),
      ...rowsOf(all, context.frame()),
    ]);
    return exitCodes.done;
  };
}

async function tried(
  file: string | undefined,
  { allow }: TryFlags,
  inPlace: () => Promise<readonly PolicySource[]>,
): Promise<readonly PolicySource[]> {
  if (file !== undefined && allow !== undefined)
    throw new CliError("usage", "either a file or --allow, not both", "Put the rule into the file.");
  if (allow !== undefined) {
    const { parsePolicy } = await import("@nucleic/policy/file");
    try {
      const what = allow.startsWith("mcp:") ? { tool: allow } : { command: allow };
      const rules = [{ effect: "allow", ...what }];
      return [{ name: "--allow", policy: parsePolicy(JSON.stringify({ version: 1, rules })) }];
    } catch (error) {
      throw new CliError("usage", `--allow ${why(error)}`);
    }
  }
  if (file === undefined) return inPlace();
  const source = await policyAt(file);
  return source.policy.base === "ask" ? [source] : [source, autoPolicy];
}

/** Without the place in a file that nobody wrote. */
function why(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^rules\[0\]\.\w+: /, "");
}

/** What would be allowed or denied, alike ones together, what was refused first. */
function rowsOf(all: readonly Replayed[], frame: Parameters<typeof table>[2]): string[] {
  const groups = new Map<
    string,
    { readonly row: readonly string[]; readonly against: boolean; count: number }
  >();
  for (const { past, outcome, isAgainst } of all) {
    if (outcome.effect === "ask") continue;
    const { summary = past.request.nativeTool } = past.request;
    const row = [
      isAgainst ? "allow, refused by you" : outcome.effect,
      safeLine(summary),
      safeLine(outcome.because),
    ];
    const key = JSON.stringify(row);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { row, against: isAgainst, count: 1 });
  }
  const rows = [...groups.values()]
    .sort((a, b) => Number(b.against) - Number(a.against) || b.count - a.count)
    .map(({ row, count }) => [String(count), ...row]);
  if (rows.length === 0) return [];
  const layout = [
    { head: "TIMES", min: 5 },
    { head: "WOULD BE", min: 8, paint: frame.style.bold },
    { head: "WHAT", min: 20, grow: true },
    { head: "BY", min: 12, paint: frame.style.dim },
  ];
  return ["", ...table(layout, rows, frame)];
}

function toJson({ past, outcome, isSaved, isAgainst }: Replayed) {
  const { request, decision, decidedBy } = past;
  const { sessionId, id, tool, summary } = request;
  return {
    sessionId,
    approvalId: id,
    tool,
    summary,
    ...outcome,
    isSaved,
    isAgainst,
    decision: decision?.kind,
    decidedBy,
  };
}

/** Proposes the narrowest rules that would have saved the most questions. Nothing is written. */
export function policySuggest(flags: { readonly project?: string; readonly json?: boolean }): Command {
  return async (context) => {
    const { sources } = await policiesAt(context, flags.project);
    await using open = await openClient(context);
    const project = await projectNamed(open.client, context, flags.project);
    const past = await pastRequests(open.client, project?.id, context.signals.ending);
    const suggestions = suggestRules(past, sources);
    if (flags.json) {
      await context.stdout.lines([
        JSON.stringify({ version: 1, rules: suggestions.map(({ rule }) => rule) }, null, 2),
      ]);
      return exitCodes.done;
    }
    if (suggestions.length === 0) {
      await context.tell(`nothing to suggest from ${plural(past.length, "request")} of the past`);
      return exitCodes.done;
    }
    await context.stdout.lines(
      suggestions.map(({ rule, saved }) => `${ruleLine(rule)}  (${plural(saved, "question")})`),
    );
    await context.tell("nucleic policy suggest --json prints them as a policy file");
    return exitCodes.done;
  };
}

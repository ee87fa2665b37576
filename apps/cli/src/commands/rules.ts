import type { RuleItem } from "@nucleic/protocol/messages";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
import { shortId, shortIds } from "../session/short-id.ts";
import { formatAge } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { table } from "../view/table.ts";

/** Lists what has been allowed for good, and all that it covers. */
export function rulesLs(flags: { readonly json?: boolean; readonly project?: string }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const project = await projectNamed(client, context, flags.project);
    const rules = await client.query("rules", project ? { projectId: project.id } : {});
    if (flags.json) {
      await context.stdout.lines(rules.map((rule) => JSON.stringify(rule)));
      return exitCodes.done;
    }
    if (rules.length === 0) {
      await context.tell("no rules: nothing has been allowed for good");
      return exitCodes.done;
    }
    const names = new Map((await client.query("projects", {})).map((one) => [one.id, one.name]));
    const short = shortIds(rules.map((rule) => rule.id));
    const holds = (rule: RuleItem) =>
      rule.sessionId
        ? `session ${shortId(rule.sessionId)}`
        : `project ${safeLine((rule.projectId && names.get(rule.projectId)) ?? "")}`;
    const rows = rules.map((rule) => [
      short(rule.id),
      holds(rule),
      safeLine(rule.covers),
      formatAge(context.clock.now() - rule.createdAt),
    ]);
    const frame = context.frame();
    const layout = [
      { head: "ID", min: 8, paint: frame.style.bold },
      { head: "HOLDS FOR", min: 10 },
      { head: "COVERS", min: 20, grow: true },
      { head: "AGE", min: 3, paint: frame.style.dim },
    ];
    await context.stdout.lines(table(layout, rows, frame));
    return exitCodes.done;
  };
}

/** Takes rules back: all that are named, or none where one of the names fits no rule or several. */
export function rulesRm(parts: readonly string[]): Command {
  return async (context) => {
    await using open = await openClient(context);
    const rules = await open.client.query("rules", {});
    const chosen = parts.map((part) => ruleNamed(rules, part));
    for (const rule of new Set(chosen)) {
      await open.client.intent("revokeRule", { ruleId: rule.id });
      await context.stdout.lines([`removed ${safeLine(rule.covers)}`]);
    }
    return exitCodes.done;
  };
}

function ruleNamed(rules: readonly RuleItem[], part: string): RuleItem {
  const [found, ...others] = rules.filter(
    ({ id }) => part !== "" && (id.startsWith(part) || id.endsWith(part)),
  );
  if (found === undefined)
    throw new CliError("noSuchRule", `no rule's id begins or ends with ${part}`, "nucleic rules ls");
  if (others.length > 0)
    throw new CliError("ambiguousId", `several rules' ids begin or end with ${part}`, "Give more of the id.");
  return found;
}

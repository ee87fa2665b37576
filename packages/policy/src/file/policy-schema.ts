import { Risk, ToolName } from "@nucleic/protocol";
import { z } from "zod";
import { mcpPatternProblem } from "../decide/mcp-tools.ts";
import { pathPatternProblem } from "../decide/path-pattern.ts";
import type { PolicyRule } from "../decide/policy.ts";
import { findProgram } from "../programs/find-program.ts";
import { commandPattern, patternWords } from "../rules/command-pattern.ts";

const oneOrMore = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema).min(1)]);
const text = z.string().min(1);

const PolicyRuleSchema = z
  .strictObject({
    effect: z.enum(["allow", "ask", "deny"]),
    tool: oneOrMore(z.union([ToolName, z.templateLiteral(["mcp:", z.string()])])).optional(),
    nativeTool: oneOrMore(text).optional(),
    command: oneOrMore(text).optional(),
    path: oneOrMore(text).optional(),
    risk: oneOrMore(Risk).optional(),
    backend: oneOrMore(text).optional(),
    why: text.optional(),
  })
  .superRefine((rule, context) => {
    const { effect, why: _why, backend: _backend, ...conditions } = rule;
    const problem = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path });
    if (effect === "allow" && Object.keys(conditions).length === 0)
      problem("an allow without tool, command, path or risk would allow everything");
    for (const tool of [rule.tool ?? []].flat()) {
      const found = tool.startsWith("mcp:") ? mcpPatternProblem(tool, effect) : undefined;
      if (found !== undefined) problem(`${JSON.stringify(tool)}: ${found}`, "tool");
    }
    for (const path of [rule.path ?? []].flat()) {
      const found = pathPatternProblem(path);
      if (found !== undefined) problem(`${JSON.stringify(path)}: ${found}`, "path");
    }
    for (const command of [rule.command ?? []].flat()) {
      const found = (effect === "allow" ? commandPattern : patternWords)(command);
      const why = typeof found === "string" ? found : neverAllowed(found.words, rule);
      if (why !== undefined) problem(`${JSON.stringify(command)}: ${why}`, "command");
    }
  })
  .meta({ title: "PolicyRule" });

/** Why an allow would cover nothing: it has to name the risk of a program whose every call may not be undone. */
function neverAllowed(
  [program, ...others]: readonly (string | null)[],
  { effect, risk }: Pick<PolicyRule, "effect" | "risk">,
): string | undefined {
  const facts = program && effect === "allow" && risk === undefined ? findProgram(program) : undefined;
  if (facts === undefined || facts.subcommands || others.length > 0) return undefined;
  if (facts.risk !== "destructive" && facts.risk !== "unknown") return undefined;
  return `this is allowed only by a rule that says "risk": "${facts.risk}"`;
}

/** What a policy file holds. */
export const PolicySchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1),
    base: z.enum(["auto", "ask"]).optional(),
    rules: z.array(PolicyRuleSchema).max(1_000),
  })
  .meta({ title: "Policy" });

import { Risk, ToolName } from "@nucleic/protocol";
import { z } from "zod";
import { pathPatternProblem } from "../decide/path-pattern.ts";
import { commandPattern } from "../rules/command-pattern.ts";

const oneOrMore = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema).min(1)]);
const text = z.string().min(1);

const PolicyRuleSchema = z
  .strictObject({
    effect: z.enum(["allow", "ask", "deny"]),
    tool: oneOrMore(ToolName).optional(),
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
    for (const path of [rule.path ?? []].flat()) {
      const found = pathPatternProblem(path);
      if (found !== undefined) problem(`${JSON.stringify(path)}: ${found}`, "path");
    }
    for (const command of effect === "allow" ? [rule.command ?? []].flat() : []) {
      const found = commandPattern(command);
      if (typeof found === "string") problem(`${JSON.stringify(command)}: ${found}`, "command");
    }
  })
  .meta({ title: "PolicyRule" });

/** What a policy file holds. */
export const PolicySchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1),
    base: z.enum(["auto", "ask"]).optional(),
    rules: z.array(PolicyRuleSchema).max(1_000),
  })
  .meta({ title: "Policy" });

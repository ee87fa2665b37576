import type { ApprovalRequest, Risk } from "@nucleic/protocol";
import { isGuardedPath } from "../guarded-paths.ts";
import { insideFolder } from "../rules/covers.ts";
import { namedFiles } from "../rules/input-form.ts";
import type { RuleGround } from "../rules/rule.ts";
import {
  isAllowedBy,
  isCaughtBy,
  plainCommands,
  type SeenCommand,
  seeCommand,
} from "./command-conditions.ts";
import { isToolOf, namesMcpServer } from "./mcp-tools.ts";
import { isOfPathPattern } from "./path-pattern.ts";
import { isAmong, listOf, type PolicyEffect, type PolicyRule, type PolicySource } from "./policy.ts";

/** What a policy says of a request. */
export interface PolicyOutcome {
  readonly effect: PolicyEffect;
  /** Which rule says so, and why, in one line. */
  readonly because: string;
}

/** Where and from whom a request comes. */
export interface PolicyContext extends RuleGround {
  /** The id of the backend. Without it rules for some backend ask and deny, and allow nothing. */
  readonly backend?: string | undefined;
}

/**
 * What policies say of a request together: a rule that denies wins over all, then one that asks, then one that allows;
 * what no rule speaks of is asked. The request has to be assessed: without a risk it counts as unknown.
 */
export function decide(
  sources: readonly PolicySource[],
  request: ApprovalRequest,
  context: PolicyContext,
): PolicyOutcome {
  const command = request.tool === "Bash" ? request.input.command : undefined;
  const seen = typeof command === "string" ? seeCommand(command) : undefined;
  for (const effect of ["deny", "ask"] as const)
    for (const { name, rule, index } of rulesOf(sources, effect))
      if (isCaught(rule, request, seen, context)) return { effect, because: nameOf(name, rule, index) };
  const catches = sources.some(({ policy }) =>
    policy.rules.some(({ effect, command: wanted }) => effect !== "allow" && wanted !== undefined),
  );
  if (seen && !seen.isWhole && catches)
    return { effect: "ask", because: "the command is not understood, so no rule can be held against it" };
  return allowed(sources, request, context) ?? { effect: "ask", because: "no rule speaks of it" };
}

interface NamedRule {
  readonly name: string;
  readonly rule: PolicyRule;
  readonly index: number;
}

function rulesOf(sources: readonly PolicySource[], effect: PolicyEffect): readonly NamedRule[] {
  return sources.flatMap(({ name, policy }) =>
    policy.rules.flatMap((rule, index) => (rule.effect === effect ? [{ name, rule, index }] : [])),
  );
}

function nameOf(name: string, rule: PolicyRule, index: number): string {
  const said = rule.why ?? `${rule.effect} ${conditions(rule)}`;
  return name === "auto" ? `auto: ${said}` : `${name} rules[${index}]: ${said}`;
}

function conditions({ effect: _effect, why: _why, ...rule }: PolicyRule): string {
  const told = Object.entries(rule).map(([name, value]) => `${name} ${[value].flat().join(" or ")}`);
  return told.join(", ") || "everything";
}

function isCaught(
  rule: PolicyRule,
  request: ApprovalRequest,
  seen: SeenCommand | undefined,
  context: PolicyContext,
): boolean {
  if (!holds(rule, request, context)) return false;
  if (rule.command !== undefined && !(seen && listOf(rule.command).some((one) => isCaughtBy(one, seen))))
    return false;
  if (rule.path === undefined) return true;
  const words = (seen?.calls ?? []).flatMap(({ args }) => args.flatMap(({ value }) => value ?? []));
  const inside = [...namedFiles(request), ...words].flatMap(
    (file) => insideFolder(context, request.cwd, file) ?? [],
  );
  return inside.some((file) => listOf(rule.path).some((pattern) => isOfPathPattern(pattern, file)));
}

/** The conditions that need no look at the input. */
function holds(rule: PolicyRule, request: ApprovalRequest, { backend }: PolicyContext): boolean {
  return (
    isToolOf(rule, request) &&
    isAmong(rule.nativeTool, request.nativeTool) &&
    risksOf(rule, request).some((risk) => isAmong(rule.risk, risk)) &&
    // Whose request it is may not be known: then it may be one of those that are not to be allowed.
    (isAmong(rule.backend, backend) || (backend === undefined && rule.effect !== "allow"))
  );
}

/**
 * A server that says of its tool that it may destroy makes it no better known than it was: rules for either risk ask
 * and deny.
 */
function risksOf({ effect }: PolicyRule, { tool, risk = "unknown" }: ApprovalRequest): readonly Risk[] {
  return tool === "Mcp" && effect !== "allow" ? [risk, "unknown"] : [risk];
}

/** Whatever could not be taken back has to be named by its risk, and what is not known by that or by its name. */
function isImplied(rule: PolicyRule, request: ApprovalRequest): boolean {
  const { risk = "unknown" } = request;
  if (risk === "unknown") return namesMcpServer(rule, request);
  return risk !== "destructive";
}

function allowed(
  sources: readonly PolicySource[],
  request: ApprovalRequest,
  context: PolicyContext,
): PolicyOutcome | undefined {
  const rules = rulesOf(sources, "allow").filter(
    ({ rule }) => holds(rule, request, context) && (rule.risk !== undefined || isImplied(rule, request)),
  );
  const whole = rules.find(({ rule }) => rule.command === undefined && areAllowed(rule, request, context));
  if (whole) return { effect: "allow", because: nameOf(whole.name, whole.rule, whole.index) };
  const { command } = request.input;
  if (request.tool !== "Bash" || typeof command !== "string") return undefined;
  const by = plainCommands(command)?.map((one) =>
    rules.find(({ rule }) =>
      listOf(rule.command).some((pattern) => isAllowedBy(pattern, one, request, context)),
    ),
  );
  if (by === undefined || by.some((one) => one === undefined)) return undefined;
  const names = new Set(by.flatMap((one) => (one ? [nameOf(one.name, one.rule, one.index)] : [])));
  return { effect: "allow", because: [...names].join("; ") };
}

/** Every file of it has to be of the patterns; what a command touches is not known well enough for that. */
function areAllowed({ path }: PolicyRule, request: ApprovalRequest, context: PolicyContext): boolean {
  if (path === undefined) return true;
  const files = namedFiles(request);
  if (request.tool === "Bash" || files.length === 0) return false;
  return files.every((file) => {
    const inside = insideFolder(context, request.cwd, file);
    if (inside === undefined || (request.tool !== "Read" && isGuardedPath(inside))) return false;
    return listOf(path).some((pattern) => isOfPathPattern(pattern, inside));
  });
}

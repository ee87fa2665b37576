import type { ApprovalRequest } from "@nucleic/protocol";
import { plainCommands } from "../decide/command-conditions.ts";
import { decide } from "../decide/decide.ts";
import { mcpPatternOf } from "../decide/mcp-tools.ts";
import type { PolicyRule, PolicySource } from "../decide/policy.ts";
import { lexicallyInside } from "../posix-path.ts";
import { commandChoices } from "../rules/command-choices.ts";
import { commandPattern } from "../rules/command-pattern.ts";
import { judgedNow, type PastRequest, saidBy } from "./history.ts";

/** A rule that would have saved questions. */
export interface Suggestion {
  readonly rule: PolicyRule;
  /** Questions to which a person said yes, and that would not have been asked, beyond the suggestions before it. */
  readonly saved: number;
}

/** How much is proposed. */
export interface SuggestOptions {
  /** Default 10. */
  readonly limit?: number;
  /** Fewer questions are not worth a rule. Default 2. */
  readonly atLeast?: number;
}

const maxCandidates = 300;

/**
 * The rules that would have saved the most questions beside the policies that are in place, the best first, and of those
 * that save as many the narrowest. None of them would have allowed what a person refused, and none is for what may not be
 * undone.
 */
export function suggestRules(
  history: readonly PastRequest[],
  inPlace: readonly PolicySource[],
  { limit = 10, atLeast = 2 }: SuggestOptions = {},
): readonly Suggestion[] {
  const groups = grouped(history);
  const open = groups.filter((group) => group.said === "yes" && !isAllowed(inPlace, group));
  const refused = groups.filter(({ said }) => said === "no");
  const candidates = candidatesFor(open).filter(
    (rule) => !refused.some((group) => isAllowed(withRules(inPlace, [rule]), group)),
  );
  const chosen: Suggestion[] = [];
  let left = open;
  while (chosen.length < limit) {
    const rules = chosen.map(({ rule }) => rule);
    const best = bestOf(candidates, (rule) => {
      const sources = withRules(inPlace, [...rules, rule]);
      return left.filter((group) => isAllowed(sources, group));
    });
    if (best === undefined || best.saved < atLeast) break;
    const together = withRules(inPlace, [...rules, best.rule]);
    if (refused.some((group) => isAllowed(together, group))) break;
    chosen.push({ rule: best.rule, saved: best.saved });
    left = left.filter((group) => !best.groups.includes(group));
  }
  return chosen;
}

/** Requests that are alike, counted. */
interface Group {
  readonly past: PastRequest;
  readonly request: ApprovalRequest;
  readonly said: "yes" | "no" | undefined;
  count: number;
}

function grouped(history: readonly PastRequest[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const past of history) {
    const said = saidBy(past);
    if (said === undefined) continue;
    const { tool, nativeTool, input, paths, cwd } = past.request;
    const key = JSON.stringify([said, past.folder, past.backend, tool, nativeTool, input, paths, cwd]);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { past, request: judgedNow(past), said, count: 1 });
  }
  return [...groups.values()];
}

function isAllowed(sources: readonly PolicySource[], { past, request }: Group): boolean {
  const context = { folder: past.folder, insideOf: lexicallyInside, backend: past.backend };
  return decide(sources, request, context).effect === "allow";
}

function withRules(sources: readonly PolicySource[], rules: readonly PolicyRule[]): readonly PolicySource[] {
  return [...sources, { name: "suggested", policy: { version: 1, rules } }];
}

/** From narrow to wide, so that the first of those that save as many is the narrowest. */
function candidatesFor(groups: readonly Group[]): readonly PolicyRule[] {
  const rules = new Map<string, { readonly rule: PolicyRule; readonly width: number; count: number }>();
  for (const { request, count } of groups)
    for (const [width, rule] of rulesFor(request).entries()) {
      const known = rules.get(JSON.stringify(rule));
      if (known) known.count += count;
      else rules.set(JSON.stringify(rule), { rule, width, count });
    }
  return [...rules.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxCandidates)
    .sort((a, b) => a.width - b.width)
    .map(({ rule }) => rule);
}

function rulesFor(request: ApprovalRequest): readonly PolicyRule[] {
  const { tool, input, risk } = request;
  if (risk === undefined || risk === "destructive") return [];
  if (tool === "Mcp") return mcpRules(request);
  if (tool === "WebFetch" || tool === "WebSearch" || tool === "Task")
    return risk === "unknown" ? [] : [{ effect: "allow", tool }];
  if (tool !== "Bash" || typeof input.command !== "string" || risk === "unknown") return [];
  const commands = plainCommands(input.command) ?? [];
  return commands.flatMap((command) =>
    [command, ...commandChoices(command)].flatMap((pattern) =>
      typeof commandPattern(pattern) === "string" ? [] : [{ effect: "allow" as const, command: pattern }],
    ),
  );
}

/** By its server and name. Codex calls every tool of every server the same, so that the native name is none. */
function mcpRules(request: ApprovalRequest): readonly PolicyRule[] {
  const tool = mcpPatternOf(request);
  return tool === undefined ? [] : [{ effect: "allow", tool }];
}

function bestOf(candidates: readonly PolicyRule[], savedBy: (rule: PolicyRule) => readonly Group[]) {
  let best:
    | { readonly rule: PolicyRule; readonly groups: readonly Group[]; readonly saved: number }
    | undefined;
  for (const rule of candidates) {
    const groups = savedBy(rule);
    const saved = groups.reduce((sum, { count }) => sum + count, 0);
    if (saved > (best?.saved ?? 0)) best = { rule, groups, saved };
  }
  return best;
}

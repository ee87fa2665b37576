import type { ApprovalRequest, ToolName } from "@nucleic/protocol";
import { isOfName } from "./path-pattern.ts";
import { listOf, type PolicyRule } from "./policy.ts";

/** A tool of an MCP server as a policy names it: `mcp:server/tool`. A `*` stands for any part of a name. */
export type McpToolPattern = `mcp:${string}`;

/** Whether any tool of a condition is the one that a request is about; a condition that is not there always is. */
export function isToolOf(
  { tool, effect }: Pick<PolicyRule, "tool" | "effect">,
  request: ApprovalRequest,
): boolean {
  if (tool === undefined) return true;
  return listOf(tool).some((one) => one === request.tool || isMcpTool(one, effect, request));
}

/** Whether a rule names the very server that a request is about: it then speaks of what nobody can judge. */
export function namesMcpServer({ tool, effect }: PolicyRule, request: ApprovalRequest): boolean {
  return listOf(tool).some((one) => isMcpTool(one, effect, request));
}

function isMcpTool(
  pattern: ToolName | McpToolPattern,
  effect: PolicyRule["effect"],
  { tool, input }: ApprovalRequest,
): boolean {
  const wanted = parts(pattern);
  if (wanted === undefined) return false;
  const server = typeof input.server === "string" ? input.server : undefined;
  const name = typeof input.tool === "string" ? input.tool : undefined;
  if (effect === "allow") {
    if (tool !== "Mcp" || server === undefined || name === undefined || isAmbiguous(server, name))
      return false;
    return server === wanted.server && isOfName(wanted.name, name);
  }
  // Codex asks under `Other` where it cannot be told which call is meant: it may be this one.
  if ((tool !== "Mcp" && tool !== "Other") || server === undefined) return false;
  const isOne = (given: string, at: "server" | "name") => isOfName(wanted[at], given);
  if (isOne(server, "server") && (name === undefined || isOne(name, "name"))) return true;
  return name !== undefined && joins(server, name).some(([a, b]) => isOne(a, "server") && isOne(b, "name"));
}

function parts(pattern: string): { readonly server: string; readonly name: string } | undefined {
  const found = /^mcp:([^/]+)\/(.+)$/s.exec(pattern);
  return found ? { server: found[1] ?? "", name: found[2] ?? "" } : undefined;
}

/**
 * Claude Code gives one name, `mcp__server__tool`. Where an underscore more stands in it, another server could have
 * the same name for another tool.
 */
function isAmbiguous(server: string, name: string): boolean {
  return joins(server, name).length > 1;
}

/** Every server and tool that the one name could be made of. */
function joins(server: string, name: string): readonly (readonly [server: string, name: string])[] {
  const whole = `${server}__${name}`;
  return [...whole.matchAll(/(?=__)/g)]
    .map(({ index }) => [whole.slice(0, index), whole.slice(index + 2)] as const)
    .filter(([a, b]) => a !== "" && b !== "");
}

/** Why a text names no MCP tool, or none that may be allowed. */
export function mcpPatternProblem(pattern: string, effect: PolicyRule["effect"]): string | undefined {
  const wanted = parts(pattern);
  if (wanted === undefined) return "it has to be mcp:server/tool, or mcp:server/* for all of its tools";
  if (effect !== "allow") return undefined;
  if (wanted.server.includes("*"))
    return "an allow has to name the server: anybody may give a server any name";
  if (isAmbiguous(wanted.server, wanted.name))
    return "with __ in it, or _ beside the /, it could be the tool of another server: use nativeTool";
  return undefined;
}

/** The tool that a request is about, as an allow could name it. */
export function mcpPatternOf({ tool, input }: ApprovalRequest): McpToolPattern | undefined {
  const { server, tool: name } = input;
  if (tool !== "Mcp" || typeof server !== "string" || typeof name !== "string") return undefined;
  const pattern = `mcp:${server}/${name}` as const;
  const isPlain = !server.includes("/") && !name.includes("*") && server !== "" && name !== "";
  return isPlain && mcpPatternProblem(pattern, "allow") === undefined ? pattern : undefined;
}

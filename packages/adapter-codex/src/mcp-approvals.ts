import type { TomlTable } from "./toml.ts";

/**
 * What of an MCP server runs without being asked about, as its configuration says it (0.171.0); without, every tool asks
 * that is not marked as read-only.
 * @param allowed `mcp__server` for every tool of a server, `mcp__server__tool` for one
 */
export function mcpApprovals(server: string, allowed: readonly string[]): TomlTable {
  const prefix = `mcp__${server}`;
  if (allowed.includes(prefix)) return { default_tools_approval_mode: "approve" };
  const tools = allowed
    .filter((rule) => rule.startsWith(`${prefix}__`))
    .map((rule) => rule.slice(prefix.length + 2));
  if (tools.length === 0) return {};
  return { tools: Object.fromEntries(tools.map((tool) => [tool, { approval_mode: "approve" }])) };
}

import type { McpServerSpec } from "@nucleic/protocol";
import { NucleicError } from "@nucleic/protocol/core";
import { mcpApprovals } from "../../mcp-approvals.ts";
import { mcpLimits } from "../../mcp-limits.ts";
import type { TomlTable } from "../../toml.ts";

/** MCP servers for a command line: what may be seen there, and the variables that hold what may not. */
export interface McpInjection {
  /** The value of `mcp_servers`; laid over the user's own, server by server. */
  readonly servers: TomlTable;
  readonly env: Readonly<Record<string, string>>;
}

/** What the variables begin with that hold values meant for servers; Codex is told to keep them from commands. */
export const HIDDEN_VARIABLES = "CODEX_INJECTED_";

/**
 * Codex takes servers on its command line, which every user of the machine can see: values of variables and headers go
 * through the environment instead. A server may want a variable under a name that would mean something to Codex or to
 * another server, so each gets a name of its own, and a line of shell gives it back the right one.
 *
 * A tool that is not marked as read-only needs an approval, which exec refuses (0.171.0), unless it is allowed here.
 * @param allowed `mcp__server` for every tool of a server, `mcp__server__tool` for one
 */
export function injectMcp(
  specs: Readonly<Record<string, McpServerSpec>>,
  allowed: readonly string[] = [],
): McpInjection {
  const env: Record<string, string> = {};
  const hide = (value: string): string => {
    const variable = `${HIDDEN_VARIABLES}${Object.keys(env).length}`;
    env[variable] = value;
    return variable;
  };
  const servers = Object.entries(specs).map(
    ([name, spec]) =>
      [name, { ...serverOf(spec, hide), ...mcpLimits(spec), ...mcpApprovals(name, allowed) }] as const,
  );
  return { servers: Object.fromEntries(servers), env };
}

function serverOf(spec: McpServerSpec, hide: (value: string) => string): TomlTable {
  if (spec.transport === "stdio") return stdioServer(spec, hide);
  const headers = Object.entries(spec.headers).map(([header, value]) => [header, hide(value)] as const);
  return { url: spec.url, ...(headers.length > 0 && { env_http_headers: Object.fromEntries(headers) }) };
}

function stdioServer(
  { command, args, env }: Extract<McpServerSpec, { transport: "stdio" }>,
  hide: (value: string) => string,
): TomlTable {
  const variables = Object.entries(env).map(([name, value]) => ({
    name: checked(name),
    hidden: hide(value),
  }));
  if (variables.length === 0) return { command, args };
  const renames = variables.map(({ name, hidden }) => `export ${name}="$${hidden}"; unset ${hidden}; `);
  return {
    command: "/bin/sh",
    args: ["-c", `${renames.join("")}exec "$0" "$@"`, command, ...args],
    env_vars: variables.map(({ hidden }) => hidden),
  };
}

function checked(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new NucleicError("unsupported", `no name for an environment variable: ${JSON.stringify(name)}`);
}

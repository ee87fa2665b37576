import type { McpServerSpec, SessionSpec } from "@nucleic/protocol";
import type { Gate } from "../trust/gate.ts";

/** The settings of one run, given by `--settings`; they rank above the user's and the repository's. */
export function buildSettings(spec: SessionSpec, gate: Gate): object {
  return {
    permissions: { allow: spec.allowedTools ?? [], ask: gate.ask },
    // In plan mode 2.1.332 gives Bash to a classifier of its own instead of asking.
    useAutoModeDuringPlan: false,
    ...(gate.disableHooks && { disableAllHooks: true }),
  };
}

/** An entry of `--mcp-config`. */
export type ClaudeMcpServer =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly alwaysLoad?: true;
      readonly timeout?: number;
    }
  | {
      readonly type: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Wait for it at the start; 2.1.197 otherwise goes on without a slow one. */
      readonly alwaysLoad?: true;
      /** Milliseconds that one call may take; beats the user's MCP_TOOL_TIMEOUT. */
      readonly timeout?: number;
    };

/** The session's own MCP servers and those of the approval transport, as `--mcp-config` wants them. */
export function buildMcpConfig(
  servers: Readonly<Record<string, McpServerSpec>>,
  own: Readonly<Record<string, ClaudeMcpServer>>,
): { readonly mcpServers: Readonly<Record<string, ClaudeMcpServer>> } | undefined {
  const entries = Object.entries(servers).map(([name, server]) => [name, toClaude(server)] as const);
  // Ours last: no server of the session takes the place of the one that asks.
  const mcpServers = { ...Object.fromEntries(entries), ...own };
  return Object.keys(mcpServers).length === 0 ? undefined : { mcpServers };
}

function toClaude(server: McpServerSpec): ClaudeMcpServer {
  const { callTimeoutMs: timeout, alwaysLoad } = server;
  const limits = { ...(timeout !== undefined && { timeout }), ...(alwaysLoad && { alwaysLoad }) };
  return server.transport === "stdio"
    ? { type: "stdio", command: server.command, args: server.args, env: server.env, ...limits }
    : { type: "http", url: server.url, headers: server.headers, ...limits };
}

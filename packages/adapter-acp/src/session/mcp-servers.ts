import { type McpServerSpec, NucleicError } from "@nucleic/protocol/core";

type Pair = { readonly name: string; readonly value: string };

/** An entry of `mcpServers` in the requests that open a session. */
export type AcpMcpServer =
  | {
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: readonly Pair[];
    }
  | { readonly type: "http"; readonly name: string; readonly url: string; readonly headers: readonly Pair[] };

/**
 * The session's MCP servers as ACP wants them.
 * @param takesHttp what the agent says of itself; stdio is taken by all
 * @throws NucleicError `unsupported`
 */
export function mcpServers(
  servers: Readonly<Record<string, McpServerSpec>>,
  takesHttp: boolean,
): readonly AcpMcpServer[] {
  return Object.entries(servers).flatMap(([name, server]): AcpMcpServer[] => {
    if (server.transport === "stdio") {
      const { command, args, env } = server;
      return [{ name, command, args, env: pairs(env) }];
    }
    if (!takesHttp && server.optional) return [];
    if (!takesHttp)
      throw new NucleicError("unsupported", `this agent takes no MCP server over HTTP: ${name}`, {
        hint: "Give it one that is started as a program",
      });
    return [{ type: "http", name, url: server.url, headers: pairs(server.headers) }];
  });
}

const pairs = (entries: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(entries).map(([name, value]) => ({ name, value }));

import { type Json, name, object } from "@nucleic/adapter-kit";
import type { AgentQuirks } from "../quirks/quirks.ts";

/** A call of an MCP server's tool. */
export type McpCall = { readonly server: string; readonly tool: string; readonly arguments: Json };

/** What is known of the call that might be one. */
export interface PossibleMcpCall {
  readonly nativeTool: string;
  readonly rawInput: Json;
  readonly title?: string | undefined;
}

/** Reads a call of an MCP server's tool, by where its agent says that it is one. Never by prose. */
export function mcpCallOf(
  { mcpName, mcpInput }: AgentQuirks,
  { nativeTool, rawInput, title }: PossibleMcpCall,
): McpCall | undefined {
  const named = mcpName?.exec(nativeTool);
  if (named) return { server: named[1] ?? "", tool: named[2] ?? "", arguments: rawInput };
  if (mcpInput?.in === "fields") {
    const server = name(rawInput.server);
    const tool = name(rawInput.tool);
    if (server === undefined || tool === undefined || title !== mcpInput.title(server, tool))
      return undefined;
    return { server, tool, arguments: object(rawInput.arguments) ?? {} };
  }
  if (mcpInput?.in !== "named" || nativeTool !== mcpInput.nativeTool) return undefined;
  const parts = mcpInput.pattern.exec(name(rawInput[mcpInput.nameField]) ?? "");
  if (!parts) return undefined;
  const given = object(rawInput[mcpInput.argumentsField]) ?? {};
  return { server: parts[1] ?? "", tool: parts[2] ?? "", arguments: given };
}

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { whileAlive } from "@nucleic/loopback/mcp";
import type { Clock } from "@nucleic/protocol";
import type { PermissionReply } from "../decision.ts";

/** The name of the server in `--mcp-config`, and of its tool: `mcp__nucleic_approve__approve`. */
export const SERVER_NAME = "nucleic_approve";
export const TOOL_NAME = "approve";

/** What the CLI passes to the tool. `input` is normalized already: paths are absolute. */
export interface ApproveCall {
  readonly requestId: string | number;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly toolUseId: string | undefined;
}

/** An MCP server with the one tool, for the one request it is made for. `signal` aborts when the caller is gone. */
export function approveServer(
  clock: Clock,
  approve: (call: ApproveCall, signal: AbortSignal) => Promise<PermissionReply>,
): Server {
  const server = new Server({ name: SERVER_NAME, version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      {
        name: TOOL_NAME,
        description: "Asks a person whether a tool may be used.",
        inputSchema: {
          type: "object" as const,
          properties: {
            tool_name: { type: "string" },
            input: { type: "object" },
            tool_use_id: { type: "string" },
          },
          required: ["tool_name", "input"],
        },
      },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const call = toCall(extra.requestId, params.name, params.arguments);
    if (!call) return { isError: true, content: [{ type: "text", text: "not a call of approve" }] };
    const reply = await whileAlive(clock, extra, () => approve(call, extra.signal));
    return { content: [{ type: "text", text: JSON.stringify(reply) }] };
  });
  return server;
}

function toCall(
  requestId: string | number,
  name: string,
  args: Record<string, unknown> = {},
): ApproveCall | undefined {
  const { tool_name: toolName, input, tool_use_id: toolUseId } = args;
  if (name !== TOOL_NAME || typeof toolName !== "string" || typeof input !== "object" || input === null)
    return undefined;
  return {
    requestId,
    toolName,
    input: { ...input },
    toolUseId: typeof toolUseId === "string" ? toolUseId : undefined,
  };
}

// An MCP server over stdio with one tool, which gives back what it is given.
import { createInterface } from "node:readline";

const tool = {
  name: "echo",
  description: "Gives back its text",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
};

function answer(method: string, params: Record<string, unknown>): unknown {
  if (method === "initialize")
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "echo", version: "0" },
    };
  if (method === "tools/list") return { tools: [tool] };
  if (method === "tools/call") return { content: [{ type: "text", text: JSON.stringify(params.arguments) }] };
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: answer(method, params) })}\n`);
}

// An MCP server with one tool, which answers what it finds in its environment.
import { createInterface } from "node:readline";

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "peek", version: "0.0.0" },
  }),
  "tools/list": () => ({
    tools: [{ name: "peek", description: "Looks.", inputSchema: { type: "object", properties: {} } }],
  }),
  "tools/call": () => {
    const leaked = Object.keys(process.env).filter((name) => name.startsWith("CODEX_INJECTED"));
    return { content: [{ type: "text", text: `token ${process.env.TOKEN}, leaked ${leaked.length}` }] };
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.(params) ?? {} })}\n`,
  );
});

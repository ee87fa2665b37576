// Calls a tool over the MCP SDK's own transport, as Claude Code calls a permission tool: `mcp.ts <url> <times>`. Prints the
// median. The SDK's entry files are in NUCLEIC_BENCH_MCP_CLIENT and NUCLEIC_BENCH_MCP_CLIENT_HTTP.
import { medianOf } from "./median-of.ts";

interface Client {
  connect(transport: unknown): Promise<void>;
  callTool(call: object): Promise<unknown>;
  close(): Promise<void>;
}

const [url = "", times = "0"] = process.argv.slice(2);
const { Client: McpClient } = (await import(process.env.NUCLEIC_BENCH_MCP_CLIENT ?? "")) as {
  Client: new (about: object) => Client;
};
const { StreamableHTTPClientTransport: Transport } = (await import(
  process.env.NUCLEIC_BENCH_MCP_CLIENT_HTTP ?? ""
)) as { StreamableHTTPClientTransport: new (url: URL) => unknown };

const client = new McpClient({ name: "bench", version: "1" });
await client.connect(new Transport(new URL(url)));
const call = {
  name: "approve",
  arguments: { tool_name: "Bash", input: { command: "git push origin main" } },
};
process.stdout.write(`${await medianOf(Number(times), () => client.callTool(call))}\n`);
await client.close();

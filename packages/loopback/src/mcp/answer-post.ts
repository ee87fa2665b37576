import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

type Body = Readonly<Record<string, unknown>>;

/** Answers one POST by an MCP server that is made for it alone: no session is kept between two. */
export async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  makeServer: () => Server,
): Promise<void> {
  // Claude Code 2.1.332 probes with a protocol revision that the SDK's transport refuses with 400 before it looks at the
  // method. The CLI takes only this answer for a no; any other costs 5 seconds at each start.
  if (body.method === "server/discover") return methodNotFound(response, body.id);
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({ keepAliveMs: 0 });
  response.on("close", () => void server.close().catch(() => undefined));
  // The SDK's own types disagree with exactOptionalPropertyTypes here.
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, body);
}

/** The id of the request that a message cancels: it comes in a POST of its own, and so to another server. */
export function cancelledId({ method, params }: Body): string | number | undefined {
  if (method !== "notifications/cancelled" || typeof params !== "object" || params === null) return undefined;
  const id = "requestId" in params ? params.requestId : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function methodNotFound(response: ServerResponse, id: unknown): void {
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ jsonrpc: "2.0", id: known, error: { code: -32601, message: "Method not found" } }),
  );
}

// An ACP agent that answers what a client asks first, and a prompt with a recorded stream: `acp-agent.ts <stream>`.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { sessionId } from "./acp-stream.ts";

const [stream = ""] = process.argv.slice(2);
const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: 1, authMethods: [], agentCapabilities: { promptCapabilities: {} } },
  "session/new": { sessionId },
  "session/prompt": { stopReason: "end_turn" },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line) as { readonly id?: unknown; readonly method: string };
  if (method === "session/prompt") await pipeline(createReadStream(stream), process.stdout, { end: false });
  const result = results[method];
  const answer = result ? { result } : { error: { code: -32601, message: "no such method" } };
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
}

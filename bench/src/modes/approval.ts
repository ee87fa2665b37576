// One question and its answer, there and back, asked by a process of its own: the median as wall time.
//   host     an agent asks through its adapter and a host; a client of another process answers over a WebSocket. What was asked
//            and what was answered are on disk (`fdatasync`) before anybody hears of them. `approval.ts host <folder>`
//   http     a bare HTTP server
//   mcp      a tool of the MCP SDK's own server, which writes a line and calls `fdatasync` before it answers
import { once } from "node:events";
import { chmod, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Sample } from "../measure.ts";

const times = "300";
const [mode, root = tmpdir()] = process.argv.slice(2);
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
try {
  const wallMs = await (mode === "host" ? host() : mode === "mcp" ? mcp() : http());
  const sample: Sample = {
    wallMs,
    cpuMs: 0,
    peakRssMiB: 0,
    count: Number(times),
    databaseMs: 0,
    loopP99Ms: 0,
  };
  process.stdout.write(`${JSON.stringify(sample)}\n`);
} finally {
  await rm(dir, { recursive: true, force: true });
}

function program(name: string): string {
  return fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}

async function host(): Promise<number> {
  const { claudeBackend } = await import("@nucleic/adapter-claude");
  const { throughHost } = await import("../through-host.ts");
  const executable = join(dir, "agent");
  const node = `exec "${process.execPath}" "${program("askers/agent")}" ${times}`;
  await writeFile(
    executable,
    `#!/bin/sh\ncase "$*" in *--version*) echo "2.1.332 (Claude Code)"; exit;; esac\n${node}\n`,
  );
  await chmod(executable, 0o755);
  let median = 0;
  await throughHost(claudeBackend({ executable }), root, async ({ address, client, projectId }) => {
    const approver = execa(process.execPath, [program("approver")], {
      stdin: "pipe",
      stderr: "inherit",
      reject: false,
    });
    approver.stdin.write(`${JSON.stringify(address)}\n`);
    await once(approver.stdout, "data");
    const input = { text: "go", context: [] };
    const { sessionId } = await client.intent("start", { projectId, backend: "claude", input });
    for await (const news of client.follow(sessionId, { verbosity: "summary" })) {
      if (news.kind !== "snapshot" && news.kind !== "records") continue;
      const over = news.records.find(({ kind }) => kind === "turnCompleted") as
        | { readonly finalText?: string }
        | undefined;
      if (over === undefined) continue;
      median = Number(over.finalText);
      break;
    }
    approver.kill();
    await approver;
  });
  return median;
}

async function http(): Promise<number> {
  return await served("askers/http", async (request, response) => {
    await json(request);
    const body = JSON.stringify({ behavior: "allow" });
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
}

async function mcp(): Promise<number> {
  interface McpServer {
    setRequestHandler(schema: unknown, handle: () => unknown): void;
    connect(transport: unknown): Promise<void>;
    close(): Promise<void>;
  }
  interface Transport {
    handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
    close(): Promise<void>;
  }
  const { Server } = (await import(process.env.NUCLEIC_BENCH_MCP_SERVER ?? "")) as {
    Server: new (about: object, options: object) => McpServer;
  };
  const { StreamableHTTPServerTransport } = (await import(
    process.env.NUCLEIC_BENCH_MCP_SERVER_HTTP ?? ""
  )) as { StreamableHTTPServerTransport: new (options: object) => Transport };
  const { CallToolRequestSchema } = (await import(process.env.NUCLEIC_BENCH_MCP_TYPES ?? "")) as {
    CallToolRequestSchema: unknown;
  };
  await using file = await open(join(root, `nucleic-bench-${process.pid}`), "a");
  try {
    return await served("askers/mcp", async (request, response) => {
      const server = new Server({ name: "bench", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, async () => {
        await file.write("one decision\n");
        await file.datasync();
        return { content: [{ type: "text", text: JSON.stringify({ behavior: "allow" }) }] };
      });
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      response.on("close", () => void server.close());
      await transport.handleRequest(request, response);
    });
  } finally {
    await rm(join(root, `nucleic-bench-${process.pid}`), { force: true });
  }
}

/** Serves an asker, and gives the median that it prints. */
async function served(
  asker: string,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<number> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
  const { stdout } = await execa(
    process.execPath,
    [program(asker), `http://127.0.0.1:${address.port}/`, times],
    { stderr: "inherit" },
  );
  server.closeAllConnections();
  server.close();
  return Number(stdout);
}

import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { interleave } from "../interleave.ts";
import { type Row, slower } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** A file system in memory, where `fdatasync` costs nothing. */
const memory = "/dev/shm";

/** Goal 7, as far as no device is connected: an agent's question to a client of another process, and the answer back. */
export async function approving({ rounds, peers }: Setting): Promise<Row[]> {
  const run = (...args: readonly string[]) => [mode("approval"), ...args];
  const modes = {
    http: run("http"),
    host: run("host", tmpdir()),
    ...(existsSync(memory) && { quick: run("host", memory) }),
    ...(peers && { mcp: run("mcp", tmpdir()) }),
  };
  const samples = await interleave(modes, rounds, peers ? mcpEnv(peers.mcpSdk) : {});
  const { http, host, quick, mcp } = samples;
  return [
    slower("7 an approval through a host, nothing on disk: p50 ÷ a bare HTTP round trip", quick, http, 1.6),
    slower(
      "7 the same, asked and answered with `fdatasync`: p50 ÷ an MCP SDK round trip with one",
      host,
      mcp,
      0.95,
    ),
  ].flat();
}

function mcpEnv(root: string): Record<string, string> {
  return {
    NUCLEIC_BENCH_MCP_CLIENT: new URL("client/index.js", root).href,
    NUCLEIC_BENCH_MCP_CLIENT_HTTP: new URL("client/streamableHttp.js", root).href,
    NUCLEIC_BENCH_MCP_SERVER: new URL("server/index.js", root).href,
    NUCLEIC_BENCH_MCP_SERVER_HTTP: new URL("server/streamableHttp.js", root).href,
    NUCLEIC_BENCH_MCP_TYPES: new URL("types.js", root).href,
  };
}

import { join } from "node:path";
import { writeAcpStream } from "../acp-stream.ts";
import { interleave } from "../interleave.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** Goal 3: the durable pipeline on an ACP agent's updates, against decoding them alone with what others use for that. */
export async function jsonRpc({ dir, rounds, peers }: Setting): Promise<Row[]> {
  if (!peers) return [];
  const lines = join(dir, "acp.ndjson");
  const headers = join(dir, "acp.headers");
  await writeAcpStream(lines, 100_000, "line");
  await writeAcpStream(headers, 100_000, "header");
  const modes = {
    ours: [mode("json-rpc"), "ours", lines],
    acp: [mode("json-rpc"), "acp", lines],
    rpc: [mode("json-rpc"), "jsonrpc", headers],
  };
  const env = { NUCLEIC_BENCH_PEER: peers.acpSdk, NUCLEIC_BENCH_JSONRPC: peers.jsonRpc };
  const { ours: whole, acp, rpc } = await interleave(modes, rounds, env);
  if (!whole || !acp || !rpc) return [];
  const ours = { ...whole, cpuMs: whole.cpuMs - whole.databaseMs };
  return [
    atMost("3 durable pipeline, ACP: CPU ÷ the ACP SDK's client", ours.cpuMs / acp.cpuMs, 0.35, [ours, acp]),
    atMost("3 the same, ÷ vscode-jsonrpc", ours.cpuMs / rpc.cpuMs, 0.35, [ours, rpc]),
  ];
}

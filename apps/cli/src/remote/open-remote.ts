import { type Channel, HostClient } from "@nucleic/sync/client";
import { approvalSigner, HostConnection } from "@nucleic/sync/noise";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import type { OpenClient } from "../host/open-client.ts";
import { dial, firstOf } from "./dial.ts";
import { KnownHosts } from "./known-hosts.ts";

const maxAttempts = 4;

/**
 * A client of a host on another machine, over the channel that only the two can read. What is decided here is signed here.
 * @throws CliError `unknownRemote`; HostError `unreachable`
 */
export async function openRemote(context: Context, name: string): Promise<OpenClient> {
  const { clock, env, version } = context;
  const sodium = await loadFastestSodium();
  const hosts = new KnownHosts(dataDir(env));
  const known = await hosts.get(name);
  const connect = (signal: AbortSignal): Promise<Channel> =>
    firstOf(known.endpoints, signal, async (endpoint) => {
      // As it is kept now: the channel before may have changed its keys.
      const host = await hosts.get(name);
      const connection = new HostConnection({
        ...{ sodium, clock, pairing: host.pairing, clientVersion: version },
        transport: endpoint.kind,
        dial: (stop) => dial(endpoint, stop),
        store: (pairing) => hosts.keep({ ...host, pairing }),
      });
      return await connection.open(signal);
    });
  const signer = approvalSigner(sodium, known.pairing);
  const client = new HostClient({ name: "cli", version, clock, maxAttempts, connect, signer });
  try {
    await client.ready();
  } catch (error) {
    await client.close();
    throw error;
  }
  return { client, isOwn: false, [Symbol.asyncDispose]: () => client.close() };
}

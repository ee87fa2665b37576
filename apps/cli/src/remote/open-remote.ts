import { type Channel, HostClient, HostError } from "@nucleic/sync/client";
import { approvalSigner, digestOf, HostConnection } from "@nucleic/sync/noise";
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
  // Outside of the client, which would try again where that is no use: to a device that was revoked the host is silent.
  let first: Channel | undefined = await reach(name, () => connect(context.signals.ending));
  const signer = approvalSigner(sodium, known.pairing);
  const next = async (signal: AbortSignal) => {
    const channel = first ?? (await connect(signal));
    first = undefined;
    return channel;
  };
  const client = new HostClient({ name: "cli", version, clock, maxAttempts, signer, connect: next });
  try {
    await client.ready();
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    client,
    isOwn: false,
    digestOf: (request) => digestOf(sodium, request),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function reach(name: string, connect: () => Promise<Channel>): Promise<Channel> {
  try {
    return await connect();
  } catch (cause) {
    throw new HostError(
      {
        code: "unreachable",
        message: `the host ${name} does not answer`,
        hint: "Does it run, with --devices or --relay as when this machine was paired? To a revoked device it is silent.",
      },
      { cause },
    );
  }
}

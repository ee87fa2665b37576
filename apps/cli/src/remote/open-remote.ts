import { type Channel, HostClient, HostError } from "@nucleic/sync/client";
import { approvalSigner, connectPaired, digestOf } from "@nucleic/sync/noise";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import type { OpenClient } from "../host/open-client.ts";
import { dial } from "./dial.ts";
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
  const connect = connectPaired({
    ...{ sodium, clock, dial, clientVersion: version },
    load: () => hosts.get(name),
    store: (host) => hosts.keep(name, host),
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

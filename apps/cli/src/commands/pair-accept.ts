import { hostname } from "node:os";
import { type KnownHost, type PairingLink, pairAtLink, readPairingLink } from "@nucleic/sync/noise";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { answerLine } from "../devices/answer-line.ts";
import { exitCodes } from "../exit-code.ts";
import { dial } from "../remote/dial.ts";
import { KnownHosts } from "../remote/known-hosts.ts";

/** Pairs this machine with the host that has shown a link; `-` reads it from stdin. */
export function pairAccept(link: string, flags: { readonly name?: string }): Command {
  return async (context) => {
    const text = link === "-" ? await answerLine(context, "The link: ") : link;
    const pairingLink = readPairingLink(text ?? "");
    const hosts = new KnownHosts(dataDir(context.env));
    if (flags.name !== undefined) await hosts.nameFor(flags.name, "");
    const name = await attempt(context, pairingLink, hosts, flags.name);
    await context.tell(`paired: nucleic --remote ${name} asks`);
    return exitCodes.done;
  };
}

async function attempt(
  context: Context,
  pairingLink: PairingLink,
  hosts: KnownHosts,
  wanted: string | undefined,
): Promise<string> {
  const { clock, signals } = context;
  const sodium = await loadFastestSodium();
  const { ending: signal } = signals;
  if (pairingLink.endpoints.length === 0)
    throw new CliError("usage", "this link names no address", "start the host with --devices or --relay");
  let name = "";
  const way = {
    ...{ sodium, clock, dial },
    async store(host: KnownHost) {
      name = await hosts.nameFor(wanted, host.pairing.hostName);
      await hosts.keep(name, host);
    },
  };
  await pairAtLink(way, {
    ...{ pairingLink, signal },
    device: { name: hostname(), platform: process.platform, requestedScopes: ["view", "approve"] },
    onDigits: (digits) =>
      void context.stdout.lines([
        `${digits.slice(0, 3)} ${digits.slice(3)}`,
        "Type these digits at the host.",
      ]),
  });
  return name;
}

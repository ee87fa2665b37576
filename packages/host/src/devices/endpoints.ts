import { networkInterfaces } from "node:os";
import type { Endpoint } from "@nucleic/sync/noise";
import { type NatsDevice, newRelayToken } from "@nucleic/sync/transports";
import type { DeviceListenOptions, FixedRelayOptions } from "./device-options.ts";

/** What a pairing link says of the WebSocket. */
export function directEndpoints(url: string, { addresses }: DeviceListenOptions): readonly Endpoint[] {
  const all = addresses ?? (isEverywhere(url) ? networkAddresses(url) : [url]);
  return all.map((address) => ({ kind: "direct", address }));
}

/** What a pairing link says of the broker: a place there, as JSON. */
export async function relayEndpoint({ servers, mailbox, place }: FixedRelayOptions): Promise<Endpoint> {
  const free: NatsDevice = { servers, mailbox, device: newRelayToken() };
  return { kind: "relay", address: JSON.stringify(place === undefined ? free : await place()) };
}

function isEverywhere(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "0.0.0.0" || hostname === "[::]";
}

/** Of every network that the machine is in, IPv4 first: it is what most people's routers hand out. */
function networkAddresses(url: string): readonly string[] {
  const { protocol, port } = new URL(url);
  const found = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reachable = found.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const hosts = reachable.map(({ family, address }) => (family === "IPv6" ? `[${address}]` : address));
  return hosts
    .sort((a, b) => Number(a.startsWith("[")) - Number(b.startsWith("[")))
    .map((host) => `${protocol}//${host}:${port}`);
}

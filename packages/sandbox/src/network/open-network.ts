import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ProcessSpec } from "@nucleic/process";
import { SandboxError } from "../error.ts";
import type { Confinement, SandboxMount, SandboxSpec } from "../types.ts";
import { allowedHost, hostText } from "./allow-list.ts";
import { bridged } from "./bridge.ts";
import { openProxy } from "./proxy.ts";

/** The network of one sandbox. */
export interface OpenNetwork {
  /** What the engine itself gives: with a list of hosts, nothing. */
  readonly access: "off" | "on";
  readonly confinement: Pick<Confinement, "network" | "hosts">;
  readonly mounts: readonly SandboxMount[];
  /** The program, with the way to the network that is left to it. */
  through(spec: ProcessSpec): ProcessSpec;
  close(): Promise<void>;
}

/** Opens what the spec says. @throws SandboxError `specInvalid` */
export async function openNetwork({ network = "off", onRefused }: SandboxSpec): Promise<OpenNetwork> {
  if (typeof network === "string")
    return {
      ...{ access: network, confinement: { network }, mounts: [] },
      through: (spec) => spec,
      close: async () => undefined,
    };
  const named = network.hosts.map(allowedHost);
  const ports = [...new Set([...(network.ports ?? []), ...named.flatMap(loopbackPort)])];
  const list = [...named, ...ports.map((port) => ({ name: "localhost", port }))];
  const folder = await mkdtemp(join(tmpdir(), "nucleic-net-"));
  const removed = () => rm(folder, { recursive: true, force: true });
  const proxy = await openProxy(join(folder, "proxy"), {
    list,
    onRefused: (refused) => onRefused?.(refused),
  }).catch(async (cause: unknown) => {
    await removed();
    throw new SandboxError("unavailable", "the proxy could not be opened", { cause });
  });
  return {
    access: "off",
    confinement: { network: "allowed", hosts: named.map(hostText) },
    mounts: [
      { path: folder, access: "read" },
      { path: dirname(process.execPath), access: "read" },
    ],
    through: (spec) => bridged(spec, { socket: proxy.path, ports }),
    async close() {
      await proxy[Symbol.asyncDispose]();
      await removed();
    },
  };
}

const loopbackPort = ({ name, port }: { name: string; port: number }) => (name === "localhost" ? [port] : []);

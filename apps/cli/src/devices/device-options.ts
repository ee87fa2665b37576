import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { DeviceOptions, DeviceRelayOptions } from "@nucleic/host";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";

/** Where `serve` lets paired devices in. @throws CliError `usage`, `badRelayFile` */
export async function devicesOf(
  context: Context,
  { devices, relay }: { readonly devices?: string; readonly relay?: string },
): Promise<DeviceOptions | undefined> {
  if (devices === undefined && relay === undefined) return undefined;
  return {
    ...(devices !== undefined && { listen: addressIn(devices) }),
    ...(relay !== undefined && { relay: await relayIn(resolve(context.cwd, relay)) }),
  };
}

/** `host:port`, `[::]:port`, or a port. */
function addressIn(text: string): { readonly host?: string; readonly port: number } {
  const [, host, bare, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new CliError("usage", `${text} is no address to listen at`, "Say 0.0.0.0:7455, or 7455.");
  const at = host ?? bare;
  return { port: Number(port), ...(at !== undefined && { host: at }) };
}

interface Login {
  readonly user: string;
  readonly password: string;
}

/** What the file says, besides the host's own login: the devices' names at the broker, for those that it lists by name. */
interface RelayFile {
  readonly servers: readonly string[];
  readonly mailbox: string;
  readonly login?: Login;
  readonly credentials?: string;
  /** What the next device gets; without it the broker must ask nobody. */
  readonly device?: { readonly name: string; readonly login?: Login; readonly credentials?: string };
}

async function relayIn(path: string): Promise<DeviceRelayOptions> {
  let file: RelayFile;
  try {
    file = JSON.parse(await readFile(path, "utf8")) as RelayFile;
  } catch (error) {
    throw new CliError("badRelayFile", `${path} cannot be read: ${String(error)}`);
  }
  const { servers, mailbox, device, ...own } = file;
  if (!Array.isArray(servers) || typeof mailbox !== "string")
    throw new CliError(
      "badRelayFile",
      `${path} does not name servers and a mailbox`,
      "docs/cli.md shows one",
    );
  if (device === undefined) return { servers, mailbox, ...own };
  const { name, ...known } = device;
  return { servers, mailbox, ...own, place: () => ({ servers, mailbox, device: name, ...known }) };
}

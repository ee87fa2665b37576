import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { DeviceOptions, DeviceRelayOptions } from "@nucleic/host";
import { relayCredentials, relayRevocations } from "@nucleic/sync/transports/node";
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

/** What the file says where somebody else gives places out: the host's own, and the next device's. */
interface FixedFile {
  readonly servers: readonly string[];
  readonly mailbox: string;
  readonly login?: Login;
  readonly credentials?: string;
  /** Without it the broker must ask nobody. */
  readonly device?: { readonly name: string; readonly login?: Login; readonly credentials?: string };
}

/** Where the host gives them out: what `newRelayOperator` makes, as much of it as this host may have. */
interface MintedFile {
  readonly servers: readonly string[];
  readonly account: string;
  readonly accountSeed: string;
  /** With both of these it takes devices back at the broker itself. */
  readonly operatorSeed?: string;
  readonly systemCredentials?: string;
}

async function relayIn(path: string): Promise<DeviceRelayOptions> {
  let file: Partial<FixedFile & MintedFile>;
  try {
    file = JSON.parse(await readFile(path, "utf8")) as Partial<FixedFile & MintedFile>;
  } catch (error) {
    throw new CliError("badRelayFile", `${path} cannot be read: ${String(error)}`);
  }
  const { servers, mailbox, account, accountSeed } = file;
  if (Array.isArray(servers) && typeof account === "string" && typeof accountSeed === "string")
    return mintedRelay({ ...file, servers, account, accountSeed });
  if (Array.isArray(servers) && typeof mailbox === "string") return fixedRelay({ ...file, servers, mailbox });
  throw new CliError(
    "badRelayFile",
    `${path} names neither servers and a mailbox nor servers and an account`,
    "docs/cli.md shows both",
  );
}

function fixedRelay({ servers, mailbox, device, login, credentials }: FixedFile): DeviceRelayOptions {
  const own = { ...(login && { login }), ...(credentials !== undefined && { credentials }) };
  if (device === undefined) return { servers, mailbox, ...own };
  const { name, ...known } = device;
  return { servers, mailbox, ...own, place: () => ({ servers, mailbox, device: name, ...known }) };
}

function mintedRelay(file: MintedFile): DeviceRelayOptions {
  const { servers, account, accountSeed, operatorSeed, systemCredentials } = file;
  const revoke =
    operatorSeed !== undefined && systemCredentials !== undefined
      ? relayRevocations({ servers, account, operatorSeed, credentials: systemCredentials })
      : cannotRevoke;
  return { servers, places: relayCredentials({ account, accountSeed, revoke }) };
}

/** The host refuses the device all the same; that it can still reach the broker is to be told. */
async function cannotRevoke(): Promise<never> {
  throw new CliError(
    "badRelayFile",
    "this host may not revoke at the broker: its file has no operatorSeed and systemCredentials",
    "revoke the device's key with nsc, or where the account is kept",
  );
}

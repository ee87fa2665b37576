import { join } from "node:path";
import { type KnownHost, readKnownHost, writeKnownHost } from "@nucleic/sync/noise";
import { FileKeyStore } from "@nucleic/sync/noise/node";
import { CliError } from "../cli-error.ts";

const prefix = "remote.";

/** The hosts that this data directory is paired with, each a secret of its own in the key store. */
export class KnownHosts {
  readonly #store: FileKeyStore;

  constructor(dataDir: string) {
    this.#store = new FileKeyStore(join(dataDir, "keys"));
  }

  /** @throws CliError `unknownRemote`; NoiseError `exposed`, `malformed` */
  async get(name: string): Promise<KnownHost> {
    const text = isName(name) ? await this.#store.read(prefix + name) : undefined;
    if (text !== undefined) return readKnownHost(text);
    const names = await this.names();
    const hint =
      names.length === 0 ? "nucleic pair --accept pairs with one" : `there are: ${names.join(", ")}`;
    throw new CliError("unknownRemote", `this machine is paired with no host called ${name}`, hint);
  }

  async names(): Promise<readonly string[]> {
    const all = await this.#store.list();
    return all.flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []));
  }

  async keep(name: string, host: KnownHost): Promise<void> {
    await this.#store.write(prefix + name, writeKnownHost(host));
  }

  /** A name for it that is free: the one asked for, or what the host calls itself. @throws CliError `usage` */
  async nameFor(wanted: string | undefined, hostName: string): Promise<string> {
    const names = await this.names();
    if (wanted !== undefined) {
      if (!isName(wanted)) throw new CliError("usage", "a name is of a-z, 0-9 and hyphens, at most 40");
      if (names.includes(wanted)) throw new CliError("usage", `a host is called ${wanted} already`);
      return wanted;
    }
    const plain =
      hostName
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 36) || "host";
    for (let at = 1; ; at++) {
      const name = at === 1 ? plain : `${plain}-${at}`;
      if (!names.includes(name)) return name;
    }
  }
}

function isName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);
}

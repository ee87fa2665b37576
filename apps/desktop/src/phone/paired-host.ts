import { BrowserKeyStore, type KnownHost, readKnownHost, writeKnownHost } from "@nucleic/sync/noise";

const name = "host";

/** What this page keeps, all of it wrapped by a key that cannot be read out. */
export const keys = new BrowserKeyStore("nucleic");

/** The host that this page is paired with. @throws NoiseError `notStored`, `malformed`, `unsupported` */
export async function readHost(): Promise<KnownHost | undefined> {
  const text = await keys.read(name);
  return text === undefined ? undefined : readKnownHost(text);
}

/** @throws NoiseError `notStored` */
export async function keepHost(host: KnownHost): Promise<void> {
  await keys.write(name, writeKnownHost(host));
}

/** Forgets the host, and what was kept of its board. @throws NoiseError `notStored` */
export async function forgetHost(): Promise<void> {
  for (const one of await keys.list()) await keys.remove(one);
}

import {
  BrowserKeyStore,
  type Endpoint,
  NoiseError,
  type Pairing,
  readPairing,
  writePairing,
} from "@nucleic/sync/noise";

/** The host that this page is paired with. */
export interface PairedHost {
  readonly endpoints: readonly Endpoint[];
  readonly pairing: Pairing;
}

const name = "host";

/** What this page keeps, all of it wrapped by a key that cannot be read out. */
export const keys = new BrowserKeyStore("nucleic");

/** @throws NoiseError `notStored`, `malformed`, `unsupported` */
export async function readHost(): Promise<PairedHost | undefined> {
  const text = await keys.read(name);
  if (text === undefined) return undefined;
  const { endpoints, pairing } = parse(text);
  return { endpoints, pairing: readPairing(pairing) };
}

/** @throws NoiseError `notStored` */
export async function keepHost({ endpoints, pairing }: PairedHost): Promise<void> {
  await keys.write(name, JSON.stringify({ v: 1, endpoints, pairing: writePairing(pairing) }));
}

/** Forgets the host, and what was kept of its board. @throws NoiseError `notStored` */
export async function forgetHost(): Promise<void> {
  for (const one of await keys.list()) await keys.remove(one);
}

function parse(text: string): { readonly endpoints: readonly Endpoint[]; readonly pairing: string } {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoiseError("malformed", "what this page keeps of its host cannot be read", { cause });
  }
}

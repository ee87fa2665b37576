import { type KeyPair, type KeyStore, NoiseError, type Sodium } from "@nucleic/sync/noise";

const name = "host";

/** The secrets of a host: its static key, and what the secrets of its devices are sealed with in the database. */
export interface Keyring {
  readonly hostKey: KeyPair;
  readonly sealKey: Uint8Array;
}

/** Reads them, or makes them. @throws NoiseError `notStored`, `exposed`, `malformed` */
export async function openKeyring(store: KeyStore, sodium: Sodium): Promise<Keyring> {
  const kept = await store.read(name);
  if (kept !== undefined) return readKeyring(kept, sodium);
  const keyring = { hostKey: sodium.keyPair(), sealKey: sodium.random(32) };
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const { hostKey, sealKey } = keyring;
  await store.write(name, JSON.stringify({ v: 1, hostKey: text(hostKey.secretKey), sealKey: text(sealKey) }));
  return keyring;
}

function readKeyring(text: string, sodium: Sodium): Keyring {
  const { v, hostKey, sealKey } = JSON.parse(text) as Record<string, unknown>;
  const secretKey = bytesOf(hostKey);
  const seal = bytesOf(sealKey);
  if (v !== 1 || secretKey === undefined || seal === undefined)
    throw new NoiseError("malformed", "the host's keys cannot be read");
  return { hostKey: { secretKey, publicKey: sodium.publicKeyOf(secretKey) }, sealKey: seal };
}

function bytesOf(value: unknown): Uint8Array | undefined {
  const bytes = typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64url")) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}

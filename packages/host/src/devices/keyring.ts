import type { Clock } from "@nucleic/protocol/core";
import { type HostKeys, type KeyPair, type KeyStore, NoiseError, type Sodium } from "@nucleic/sync/noise";
import { HostRefusal } from "../refusal.ts";

const name = "host";
/** How long devices have to hear of a new key; one that has not by then pairs again. */
const overlapMs = 30 * 24 * 3_600_000;
/** Each of them is tried at each handshake. */
const maxFormer = 4;

interface FormerKey {
  readonly key: KeyPair;
  /** Taken until then, epoch milliseconds. */
  readonly until: number;
}

interface Kept {
  readonly current: KeyPair;
  /** Since when it is that; 0 for the first one. */
  readonly since: number;
  readonly former: readonly FormerKey[];
}

/** The secrets of a host: its static keys, and what the secrets of its devices are sealed with in the database. */
export class Keyring {
  readonly sealKey: Uint8Array;
  readonly #store: KeyStore;
  readonly #sodium: Sodium;
  readonly #clock: Clock;
  #kept: Kept;

  private constructor(
    { store, sodium, clock }: KeyringOptions,
    { sealKey, ...kept }: Kept & { sealKey: Uint8Array },
  ) {
    this.sealKey = sealKey;
    this.#store = store;
    this.#sodium = sodium;
    this.#clock = clock;
    this.#kept = kept;
  }

  /** Reads them, or makes them. @throws NoiseError `notStored`, `exposed`, `malformed` */
  static async open(options: KeyringOptions): Promise<Keyring> {
    const { store, sodium } = options;
    const text = await store.read(name);
    if (text !== undefined) return new Keyring(options, readKept(text, sodium));
    const first = { current: sodium.keyPair(), since: 0, former: [] };
    const keyring = new Keyring(options, { ...first, sealKey: sodium.random(32) });
    await keyring.#write(first);
    return keyring;
  }

  /** As of now: a former key is no longer taken when its time is over. */
  get hostKeys(): HostKeys {
    const { current, since } = this.#kept;
    const former = this.#former();
    if (former.length === 0) return { current };
    const announced = { publicKey: current.publicKey, notBefore: since };
    return { current, others: former.map(({ key }) => key), announced };
  }

  /** Makes a new one; durable when it resolves. Until when those before are taken. @throws HostRefusal `rotatedTooOften` */
  async rotate(): Promise<number> {
    const former = this.#former();
    if (former.length >= maxFormer)
      throw new HostRefusal("rotatedTooOften", `${maxFormer} former keys are still taken`, {
        hint: "A former key is taken for 30 days: wait until one of them is over.",
      });
    const now = this.#clock.now();
    const until = now + overlapMs;
    const kept = {
      current: this.#sodium.keyPair(),
      since: now,
      former: [{ key: this.#kept.current, until }, ...former],
    };
    await this.#write(kept);
    this.#kept = kept;
    return until;
  }

  #former(): readonly FormerKey[] {
    const now = this.#clock.now();
    return this.#kept.former.filter(({ until }) => until > now);
  }

  /** The secret halves alone: the others follow from them. */
  async #write({ current, since, former }: Kept): Promise<void> {
    const kept = {
      v: 1,
      hostKey: textOf(current.secretKey),
      sealKey: textOf(this.sealKey),
      ...(former.length > 0 && {
        since,
        former: former.map(({ key, until }) => ({ key: textOf(key.secretKey), until })),
      }),
    };
    await this.#store.write(name, JSON.stringify(kept));
  }
}

export interface KeyringOptions {
  readonly store: KeyStore;
  readonly sodium: Sodium;
  readonly clock: Clock;
}

function readKept(text: string, sodium: Sodium): Kept & { readonly sealKey: Uint8Array } {
  const { v, hostKey, sealKey, since = 0, former = [] } = JSON.parse(text) as Record<string, unknown>;
  const pairOf = (value: unknown): KeyPair | undefined => {
    const secretKey = bytesOf(value);
    return secretKey && { secretKey, publicKey: sodium.publicKeyOf(secretKey) };
  };
  const current = pairOf(hostKey);
  const seal = bytesOf(sealKey);
  const isWhole = v === 1 && typeof since === "number" && Array.isArray(former);
  if (!isWhole || current === undefined || seal === undefined) throw unreadable();
  const all = former.map(({ key, until }: { readonly key?: unknown; readonly until?: unknown }) => {
    const pair = pairOf(key);
    if (pair === undefined || typeof until !== "number") throw unreadable();
    return { key: pair, until };
  });
  return { current, since, former: all, sealKey: seal };
}

function unreadable(): NoiseError {
  return new NoiseError("malformed", "the host's keys cannot be read");
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function bytesOf(value: unknown): Uint8Array | undefined {
  const bytes = typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64url")) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}

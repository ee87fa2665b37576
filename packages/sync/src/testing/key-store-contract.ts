import type { KeyStore } from "../noise/key-store.ts";

/** What a key store is opened with. Each call with one `place` opens the same secrets anew. */
export type OpenKeyStore = (place: string) => KeyStore;

/** One demand on a key store. Runs by itself, in any test framework; throws where it is not met. */
export interface KeyStoreDemand {
  readonly name: string;
  readonly run: (open: OpenKeyStore) => Promise<void>;
}

const long = "ä€😀".repeat(7_000);

/** All that a key store has to do. Each demand uses a place of its own. */
export const keyStoreContract: readonly KeyStoreDemand[] = [
  {
    name: "what was never written is not there",
    run: async (open) => {
      await using store = open("empty");
      same(await store.read("host"), undefined);
      same(await store.list(), []);
      await store.remove("host");
    },
  },
  {
    name: "what was written is read again, also by another one at the same place",
    run: async (open) => {
      {
        await using store = open("kept");
        for (const [name, secret] of Object.entries({ host: "one", "pairing.abc-7": long, empty: "" }))
          await store.write(name, secret);
        same(await store.read("host"), "one");
      }
      await using again = open("kept");
      same(await again.read("pairing.abc-7"), long);
      same(await again.read("empty"), "");
      same(await again.list(), ["empty", "host", "pairing.abc-7"]);
    },
  },
  {
    name: "the last one written is the one that is there",
    run: async (open) => {
      await using store = open("replaced");
      await store.write("host", long);
      await store.write("host", "short");
      same(await store.read("host"), "short");
      await Promise.all(["a", "b", "c", "d"].map((secret) => store.write("host", secret)));
      same(["a", "b", "c", "d"].includes((await store.read("host")) ?? ""), true);
      same(await store.list(), ["host"]);
    },
  },
  {
    name: "what was removed is gone, and nothing else",
    run: async (open) => {
      await using store = open("removed");
      await store.write("one", "1");
      await store.write("two", "2");
      await store.remove("one");
      await store.remove("one");
      same([await store.read("one"), await store.read("two")], [undefined, "2"]);
      same(await store.list(), ["two"]);
    },
  },
  {
    name: "places do not share secrets",
    run: async (open) => {
      await using one = open("one-place");
      await using other = open("other-place");
      await one.write("host", "1");
      same(await other.read("host"), undefined);
    },
  },
  {
    name: "names that could lead elsewhere, and secrets that are too long, are refused",
    run: async (open) => {
      await using store = open("refused");
      for (const name of ["", "../host", "a/b", ".hidden", "UPPER", "with space", "a".repeat(65), "nul\0"]) {
        same(await codeOf(store.write(name, "x")), "notStored");
        same(await codeOf(store.read(name)), "notStored");
      }
      same(await codeOf(store.write("host", "x".repeat(2 ** 16 + 1))), "tooLarge");
      same(await store.list(), []);
    },
  },
];

async function codeOf(done: Promise<unknown>): Promise<unknown> {
  try {
    await done;
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

function same(actual: unknown, wanted: unknown): void {
  const [got, expected] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (got !== expected) throw new Error(`expected ${expected?.slice(0, 200)}, got ${got?.slice(0, 200)}`);
}

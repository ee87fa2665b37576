import { textOf, utf8 } from "./bytes.ts";
import type { KeyStore } from "./key-store.ts";
import { checkName, secretBytes, storeError } from "./key-store-names.ts";

const tableName = "secrets";
const wrappingKeyName = "wrapping-key";
const nonceBytes = 12;

interface Wrapped {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly ciphertext: ArrayBuffer;
}

/**
 * Secrets in IndexedDB, each wrapped (AES-256-GCM, the name as associated data) by a key that no script can read out. That
 * keeps them out of a copy of the profile's plain values; a script of the same origin can still use them.
 */
export class BrowserKeyStore implements KeyStore {
  readonly #opening: Promise<IDBDatabase>;
  #key: Promise<CryptoKey> | undefined;

  /** Opens a database of that name. `factory` is the browser's own, unless a test brings one. */
  constructor(databaseName: string, factory: IDBFactory = indexedDB) {
    this.#opening = openDatabase(factory, databaseName);
    // Told by whichever call comes first.
    this.#opening.catch(() => undefined);
  }

  async read(name: string): Promise<string | undefined> {
    const id = idOf(name);
    try {
      const wrapped = (await this.#run("readonly", (table) => table.get(id))) as Wrapped | undefined;
      if (wrapped === undefined) return undefined;
      const parameters = { name: "AES-GCM", iv: wrapped.nonce, additionalData: bytesOf(id) };
      const plaintext = await crypto.subtle.decrypt(
        parameters,
        await this.#wrappingKey(),
        wrapped.ciphertext,
      );
      return textOf(new Uint8Array(plaintext));
    } catch (error) {
      throw storeError(`the secret ${name} cannot be read`, error);
    }
  }

  async write(name: string, secret: string): Promise<void> {
    const id = idOf(name);
    const bytes = Uint8Array.from(secretBytes(secret));
    try {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const parameters = { name: "AES-GCM", iv: nonce, additionalData: bytesOf(id) };
      const ciphertext = await crypto.subtle.encrypt(parameters, await this.#wrappingKey(), bytes);
      await this.#run("readwrite", (table) => table.put({ nonce, ciphertext } satisfies Wrapped, id));
    } catch (error) {
      throw storeError(`the secret ${name} cannot be kept`, error);
    }
  }

  async remove(name: string): Promise<void> {
    const id = idOf(name);
    try {
      await this.#run("readwrite", (table) => table.delete(id));
    } catch (error) {
      throw storeError(`the secret ${name} cannot be removed`, error);
    }
  }

  async list(): Promise<readonly string[]> {
    try {
      const ids = await this.#run("readonly", (table) => table.getAllKeys());
      return ids
        .flatMap((id) => (typeof id === "string" && id.startsWith("secret:") ? [id.slice(7)] : []))
        .sort();
    } catch (error) {
      throw storeError("the secrets cannot be listed", error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opening.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  /** Made once in the life of the database. Of two tabs that make one at once, the first one's stays. */
  #wrappingKey(): Promise<CryptoKey> {
    this.#key ??= this.#findOrMakeKey();
    return this.#key;
  }

  async #findOrMakeKey(): Promise<CryptoKey> {
    const find = async () =>
      (await this.#run("readonly", (table) => table.get(wrappingKeyName))) as CryptoKey | undefined;
    const found = await find();
    if (found !== undefined) return found;
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    await this.#run("readwrite", (table) => table.add(made, wrappingKeyName)).catch(() => undefined);
    const kept = await find();
    if (kept === undefined) throw new TypeError("the wrapping key was not kept");
    return kept;
  }

  /** Resolves when the transaction is complete, not only when it was asked for. */
  async #run<T>(mode: IDBTransactionMode, ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#opening;
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(tableName, mode, { durability: "strict" });
      const request = ask(transaction.objectStore(tableName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
      transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  }
}

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(tableName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(storeError("the store of secrets cannot be opened", request.error));
    request.onblocked = () => reject(storeError("another tab holds the store of secrets", undefined));
  });
}

const idOf = (name: string) => `secret:${checkName(name)}`;
const bytesOf = (text: string) => Uint8Array.from(utf8(text));

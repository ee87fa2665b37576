import { BrowserKeyStore } from "../../src/noise/browser-key-store.ts";
import { keyStoreContract } from "../../src/testing/key-store-contract.ts";

/** What became of a demand in this page: nothing, or why not. */
async function meet(): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const { name, run } of keyStoreContract)
    outcomes[name] = await run((place) => new BrowserKeyStore(place)).then(
      () => "met",
      (error: unknown) => String(error),
    );
  return outcomes;
}

/** Keeps a secret, and whether the key that it is wrapped with can be read out. */
async function keep(secret: string): Promise<string> {
  await using store = new BrowserKeyStore("kept");
  await store.write("host", secret);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("kept");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const all = database.transaction("secrets").objectStore("secrets").getAll();
  const values = await new Promise<unknown[]>((resolve) => {
    all.onsuccess = () => resolve(all.result);
  });
  database.close();
  const [key] = values.filter((value) => value instanceof CryptoKey);
  return key === undefined
    ? "no key"
    : crypto.subtle.exportKey("raw", key).then(
        () => "read out",
        (error: DOMException) => error.name,
      );
}

/** What another visit of the page finds. */
async function find(): Promise<string | undefined> {
  await using store = new BrowserKeyStore("kept");
  return await store.read("host");
}

Object.assign(globalThis, { meet, keep, find });

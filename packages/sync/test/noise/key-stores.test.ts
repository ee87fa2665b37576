import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, describe, expect, test } from "vitest";
import { BrowserKeyStore } from "../../src/noise/browser-key-store.ts";
import { FileKeyStore } from "../../src/noise/node/file-key-store.ts";
import { readPairing, writePairing } from "../../src/noise/pairing-text.ts";
import { keyStoreContract, type OpenKeyStore } from "../../src/testing/key-store-contract.ts";
import { sodium } from "./helpers.ts";
import { World } from "./world.ts";

const folder = await mkdtemp(join(tmpdir(), "key-store-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const browser = new IDBFactory();

const stores: readonly (readonly [string, OpenKeyStore])[] = [
  ["files", (place) => new FileKeyStore(join(folder, place))],
  ["a browser", (place) => new BrowserKeyStore(place, browser)],
];

describe.each(stores)("a key store of %s", (_name, open) => {
  test.each(keyStoreContract.map((demand) => [demand.name, demand] as const))("%s", (_what, demand) =>
    demand.run(open),
  );
});

const exposed = expect.objectContaining({ code: "exposed", hint: expect.any(String) });

test("files are for their owner alone, whatever the umask, and no draft is left", async () => {
  const before = process.umask(0);
  try {
    await new FileKeyStore(join(folder, "modes")).write("host", "secret");
  } finally {
    process.umask(before);
  }
  expect((await stat(join(folder, "modes"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "modes/host.secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, "modes"))).toEqual(["host.secret"]);
});

test.each([0o640, 0o604, 0o660, 0o644])("a file of mode %o is not read", async (mode) => {
  const place = join(folder, `mode-${mode}`);
  const store = new FileKeyStore(place);
  await store.write("host", "secret");
  await chmod(join(place, "host.secret"), mode);
  await expect(store.read("host")).rejects.toThrow(exposed);
  // A new secret in its place is.
  await store.write("host", "new");
  expect(await store.read("host")).toBe("new");
});

test("nothing is read from, or written to, a folder that others can enter", async () => {
  const place = join(folder, "open-folder");
  await mkdir(place, { mode: 0o755 });
  await chmod(place, 0o755);
  const store = new FileKeyStore(place);
  await expect(store.write("host", "secret")).rejects.toThrow(exposed);
  await expect(store.read("host")).rejects.toThrow(exposed);
  expect(await readdir(place)).toEqual([]);
});

test("a symbolic link is not followed: reading refuses it, writing replaces it", async () => {
  const place = join(folder, "links");
  const store = new FileKeyStore(place);
  await store.write("other", "x");
  const target = join(folder, "target");
  await writeFile(target, "theirs", { mode: 0o600 });
  await symlink(target, join(place, "host.secret"));
  await expect(store.read("host")).rejects.toThrow(exposed);
  await store.write("host", "ours");
  expect(await store.read("host")).toBe("ours");
  expect(await readFile(target, "utf8")).toBe("theirs");
});

test("a browser's database holds neither a secret nor a key that can be read out", async () => {
  const factory = new IDBFactory();
  await using store = new BrowserKeyStore("canary", factory);
  await store.write("host", "canary-secret");
  const values = await new Promise<unknown[]>((resolve, reject) => {
    const request = factory.open("canary");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction("secrets").objectStore("secrets").getAll();
      all.onsuccess = () => resolve(all.result);
    };
  });
  const keys = values.filter((value) => value instanceof CryptoKey);
  expect(keys.map(({ extractable }) => extractable)).toEqual([false]);
  const bytes = values.map((value) =>
    Buffer.from((value as { ciphertext?: ArrayBuffer }).ciphertext ?? new ArrayBuffer(0)),
  );
  expect(Buffer.concat(bytes).includes("canary")).toBe(false);
});

test("a pairing comes out of a store as it went in, and works", async () => {
  const world = new World();
  const store = new FileKeyStore(join(folder, "pairing"));
  const pairing = await world.pair({ store: (kept) => store.write("pairing", writePairing(kept)) });
  const kept = readPairing((await store.read("pairing")) ?? "");
  expect(kept).toEqual(pairing);
  await world.connect(kept);
  const rotated = {
    ...pairing,
    nextDeviceKey: sodium.keyPair(),
    nextHostKey: { publicKey: sodium.random(32), notBefore: 7 },
  };
  expect(readPairing(writePairing(rotated))).toEqual(rotated);
  expect(() => readPairing("{}")).toThrow(expect.objectContaining({ code: "unsupported" }));
  expect(() => readPairing("no")).toThrow(expect.objectContaining({ code: "malformed" }));
});

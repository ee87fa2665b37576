import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@nucleic/protocol";
import { loadSodium } from "@nucleic/sync/noise";
import { FileKeyStore } from "@nucleic/sync/noise/node";
import { expect, onTestFinished, test } from "vitest";
import { Keyring } from "./keyring.ts";

const sodium = await loadSodium();
const dayMs = 86_400_000;

test("a former key is taken for 30 days, by the next host too, and then by none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keyring-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let now = 1_000_000;
  const clock = { ...systemClock, now: () => now };
  const open = () => Keyring.open({ store: new FileKeyStore(join(folder, "keys")), sodium, clock });

  const keyring = await open();
  const { current: first } = keyring.hostKeys;
  expect(keyring.hostKeys).toEqual({ current: first });
  expect(await keyring.rotate()).toBe(now + 30 * dayMs);
  const { current: second } = keyring.hostKeys;
  expect(second).not.toEqual(first);
  const both = {
    current: second,
    others: [first],
    announced: { publicKey: second.publicKey, notBefore: now },
  };
  expect(keyring.hostKeys).toEqual(both);

  now += 30 * dayMs - 1;
  const next = await open();
  expect([next.hostKeys, next.sealKey]).toEqual([both, keyring.sealKey]);
  now += 1;
  expect(next.hostKeys).toEqual({ current: second });
  await next.rotate();
  expect((await open()).hostKeys.others).toEqual([second]);
});

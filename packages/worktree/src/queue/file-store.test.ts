import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { codeOf } from "../../test/git-sandbox.ts";
import { queueStoreContract } from "../testing/queue-store-contract.ts";
import { openFileQueueStore } from "./file-store.ts";

async function place() {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-queue-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  return { directory, open: () => openFileQueueStore({ directory }), [Symbol.asyncDispose]: remove };
}

queueStoreContract({ describe, test, expect }, "files", place);

async function opened() {
  const made = await place();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

test("what a crash left half-written is gone, what can't be read is kept aside, and the rest is there", async () => {
  const { directory, open } = await opened();
  await (await open()).close();
  await writeFile(join(directory, "a-1.draft"), '{"half');
  await writeFile(join(directory, "bad.json"), '{"half');
  await writeFile(join(directory, "good.json"), "{}");
  await using store = await open();
  expect(await store.load()).toEqual({ rows: [{ id: "good", json: "{}" }], damaged: ["bad.json"] });
  expect((await readdir(directory)).sort()).toEqual(["bad.json.damaged", "good.json", "lock"]);
  expect(await store.load()).toMatchObject({ damaged: [] });
});

test("a second one waits for the first to close", async () => {
  const { directory, open } = await opened();
  const first = await open();
  const waiting = openFileQueueStore({ directory, signal: AbortSignal.timeout(100) });
  expect(await codeOf(waiting)).toBe("aborted");
  await first.close();
  await using _second = await open();
});

test("its files are for the owner's eyes, and a name that leads elsewhere is refused", async () => {
  const { directory, open } = await opened();
  await using store = await open();
  await store.put({ id: "a", json: "{}" });
  expect((await stat(join(directory, "a.json"))).mode & 0o777).toBe(0o600);
  await expect(store.put({ id: "../b", json: "{}" })).rejects.toThrow(TypeError);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codeOf } from "../../test/git-sandbox.ts";
import { WorktreeError } from "../error.ts";
import type { QueueEntry, QueueRequest, QueueStatus, Settlement } from "./entry.ts";
import { openFileQueueStore } from "./file-store.ts";
import { type MergeContext, MergeQueue, type MergeQueueOptions } from "./merge-queue.ts";
import type { QueueStore } from "./store.ts";

interface Request extends QueueRequest {
  readonly note: string;
}

interface Begun {
  readonly request: Request;
  readonly context: MergeContext;
  readonly end: (settlement: Settlement) => void;
  readonly fail: (error: unknown) => void;
}

/** A merger of which the test decides how each merge ends. */
function scriptedMerger() {
  const begun: Begun[] = [];
  const waiting: ((next: Begun) => void)[] = [];
  const merge = (request: Request, context: MergeContext) => {
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>();
    const each = { request, context, end: resolve, fail: reject };
    context.signal.addEventListener("abort", () => reject(context.signal.reason));
    const reader = waiting.shift();
    if (reader) reader(each);
    else begun.push(each);
    return promise;
  };
  const next = () => {
    const ready = begun.shift();
    return ready ? Promise.resolve(ready) : new Promise<Begun>((resolve) => waiting.push(resolve));
  };
  return { merge, next, waitingCount: () => begun.length };
}

async function queue(options: Partial<MergeQueueOptions<Request>> = {}, given?: string) {
  const directory = given ?? (await mkdtemp(join(tmpdir(), "nucleic-queue-")));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const store = await openFileQueueStore({ directory });
  const merger = scriptedMerger();
  const recover = async () => undefined;
  const opened = await MergeQueue.open<Request>({ store, merger: { ...merger, recover }, ...options });
  const close = async () => {
    await opened.close();
    await store.close();
  };
  onTestFinished(close);
  return { queue: opened, merger, store, directory, close };
}

const request = (key: string, note = "", target = "main"): Request => ({
  key,
  note,
  target,
  commonDir: "/r",
});
const MERGED: Settlement = { status: "merged", commit: "c" };

/** The states of one entry, until it is settled. */
async function statuses(from: MergeQueue<Request>, id: string): Promise<QueueStatus[]> {
  const seen: QueueStatus[] = [];
  for await (const entry of from.changes()) {
    if (entry.id !== id) continue;
    seen.push(entry.status);
    if (!["queued", "merging", "verifying"].includes(entry.status)) break;
  }
  return seen;
}

test("one line is first come first served, one at a time; another line does not wait", async () => {
  const { queue: q, merger } = await queue();
  await q.enqueue(request("a"));
  await q.enqueue(request("b"));
  await q.enqueue(request("c", "", "other"));
  const started = [await merger.next(), await merger.next()];
  expect(started.map((each) => each.request.key).sort()).toEqual(["a", "c"]);
  expect(merger.waitingCount()).toBe(0);
  started.find((each) => each.request.key === "a")?.end(MERGED);
  expect((await merger.next()).request.key).toBe("b");
});

test("each step is streamed, and the result stays", async () => {
  const { queue: q, merger } = await queue();
  const { id } = await q.enqueue(request("a"));
  const seen = statuses(q, id);
  const running = await merger.next();
  await running.context.verifying();
  running.end(MERGED);
  expect(await seen).toEqual(expect.arrayContaining(["verifying", "merged"]));
  expect(q.entries()).toMatchObject([{ status: "merged", commit: "c" }]);
});

test.each<[string, Settlement | Error, object]>([
  ["parked", { status: "parked", commit: "c", ref: "r", reason: "dirty", paths: ["a"] }, { reason: "dirty" }],
  ["conflicted", { status: "conflicted", conflicts: [] }, { conflicts: [] }],
  ["failed", new WorktreeError("branchLeft", "left", { hint: "back" }), { code: "branchLeft", hint: "back" }],
  ["failed", new Error("boom"), { code: "unexpected", message: "boom" }],
])("a merge that ends as %s is not tried again, and the next one goes on", async (status, end, detail) => {
  const { queue: q, merger } = await queue();
  const { id } = await q.enqueue(request("a"));
  await q.enqueue(request("b"));
  const running = await merger.next();
  if (end instanceof Error) running.fail(end);
  else running.end(end);
  expect(await q.settled(id)).toMatchObject({ status, ...detail });
  expect((await merger.next()).request.key).toBe("b");
});

test("a key waits once: handed in again it keeps its place with the newer request", async () => {
  const { queue: q, merger } = await queue();
  await q.enqueue(request("first"));
  const [one, , two] = await Promise.all([
    q.enqueue(request("a", "old")),
    q.enqueue(request("b")),
    q.enqueue(request("a", "new")),
  ]);
  expect(two.id).toBe(one.id);
  (await merger.next()).end(MERGED);
  const running = await merger.next();
  expect(running.request).toMatchObject({ key: "a", note: "new" });
  // It is being merged now, and its owner has gone on: that waits behind.
  const later = await q.enqueue(request("a", "newest"));
  expect(later.id).not.toBe(one.id);
  running.end(MERGED);
  expect((await merger.next()).request.key).toBe("b");
});

test("an entry that waits, and one that is being merged, can be cancelled; one that is done stays done", async () => {
  const { queue: q, merger } = await queue();
  const running = await q.enqueue(request("a"));
  const waiting = await q.enqueue(request("b"));
  const begun = await merger.next();
  expect(await q.cancel(waiting.id)).toMatchObject({ status: "cancelled" });
  expect(await q.cancel(running.id)).toMatchObject({ status: "cancelled" });
  expect(begun.context.signal.aborted).toBe(true);
  expect(await q.cancel(running.id)).toMatchObject({ status: "cancelled" });
  expect(await codeOf(q.cancel("nothing"))).toBe("unknownEntry");
});

test("closed while it merges, it goes on at its place when it is opened again", async () => {
  const { queue: q, merger, directory, close } = await queue();
  await q.enqueue(request("a"));
  await q.enqueue(request("b"));
  await merger.next();
  await close();
  expect(await codeOf(q.enqueue(request("c")))).toBe("closed");
  const again = await queue({}, directory);
  expect((await again.merger.next()).request.key).toBe("a");
  expect(again.queue.entries().map((entry) => [entry.request.key, entry.status])).toEqual([
    ["a", "merging"],
    ["b", "queued"],
  ]);
});

test.each<[string, Settlement | undefined, object]>([
  ["had arrived", MERGED, { status: "merged", commit: "c" }],
  ["had not", undefined, { status: "failed", code: "interrupted" }],
])("after a crash, what %s is said, and it is not tried again", async (_, found, settled) => {
  const { store, merger, close, directory } = await queue();
  const crashed: QueueEntry<Request> = {
    ...{ id: "x", order: 7, request: request("a"), enqueuedAt: 1, changedAt: 1, status: "verifying" },
  };
  await store.put({ id: "x", json: JSON.stringify(crashed) });
  await store.put({ id: "y", json: '{"id":"z"}' });
  await close();
  const recover = async () => found;
  const again = await queue({ merger: { ...merger, recover } }, directory);
  expect(again.queue.entries()).toMatchObject([settled]);
  expect(again.queue.damaged).toEqual(["y"]);
  expect((await again.queue.enqueue(request("b"))).order).toBe(8);
});

test("what can't be stored is not taken, and is not shown", async () => {
  const { queue: q, merger, store } = await queue();
  const failing: QueueStore = {
    ...{ load: () => store.load(), remove: (id) => store.remove(id), close: () => store.close() },
    put: () => Promise.reject(new Error("disk full")),
    [Symbol.asyncDispose]: () => store.close(),
  };
  const other = await MergeQueue.open({
    store: failing,
    merger: { ...merger, recover: async () => undefined },
  });
  await expect(other.enqueue(request("a"))).rejects.toThrow("disk full");
  expect(other.entries()).toEqual([]);
  expect(q.entries()).toEqual([]);
});

test("old results are dropped, here and in the store, and a full queue says so", async () => {
  const { queue: q, merger, store } = await queue({ maxSettled: 2, maxOpen: 1 });
  for (const key of ["a", "b", "c"]) {
    const { id } = await q.enqueue(request(key));
    expect(await codeOf(q.enqueue(request("more")))).toBe("queueFull");
    (await merger.next()).end(MERGED);
    await q.settled(id);
  }
  expect(q.entries().map((entry) => entry.request.key)).toEqual(["b", "c"]);
  expect((await store.load()).rows).toHaveLength(2);
});

test("a reader that is far behind still learns where everything stands", async () => {
  const { queue: q, merger } = await queue();
  await q.enqueue(request("blocker"));
  const running = await merger.next();
  const slow = q.changes()[Symbol.asyncIterator]();
  for (let at = 0; at < 300; at++) await q.enqueue(request("a", String(at)));
  running.end(MERGED);
  await merger.next();
  await q.close();
  const newest = new Map<string, QueueEntry<Request>>();
  let count = 0;
  for (let next = await slow.next(); !next.done; next = await slow.next(), count++) {
    newest.set(next.value.request.key, next.value);
  }
  expect(count).toBeLessThan(300);
  expect(newest.get("blocker")).toMatchObject({ status: "merged" });
  expect(newest.get("a")).toMatchObject({ status: "queued", request: { note: "299" } });
});

test("a wait ends with its signal", async () => {
  const { queue: q } = await queue();
  const { id } = await q.enqueue(request("a"));
  const abort = new AbortController();
  const waiting = q.settled(id, abort.signal);
  abort.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

import { expect, test } from "vitest";
import { hostStore } from "../src/client/index.ts";
import { MemoryHost, sessionId } from "./memory-host.ts";
import { TestClient } from "./open-client.ts";

/** The first value that is like that. */
async function when<T>(
  { get, subscribe }: { get: () => T; subscribe: (listener: () => void) => () => void },
  isSo: (value: T) => boolean,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const look = () => isSo(get()) && resolve(get());
  const stop = subscribe(look);
  look();
  return await promise.finally(stop);
}

const texts = (records: readonly unknown[]) => records.map((record) => (record as { text: string }).text);

test("a window shows the end of a session, what is being said, and what came before when it is asked for", async () => {
  const host = new MemoryHost();
  host.append(...Array.from({ length: 30 }, () => "userMessage"));
  await using open = new TestClient(host);
  using store = hostStore(open.client);
  using window = store.open(sessionId, { tail: 10 });
  const { transcript } = window;
  const shown = await when(transcript, ({ isLive }) => isLive);
  expect(shown).toMatchObject({ hasEarlier: true, error: undefined, snapshot: { item: { id: sessionId } } });
  expect(texts(shown.records).at(0)).toBe("userMessage 21");

  const delta = { kind: "assistantText", messageId: "m", isPartial: true };
  host.say({ ...delta, text: "Hel" } as never);
  await when(transcript, ({ live }) => live.length === 1);
  host.say({ ...delta, text: "lo" } as never);
  const said = await when(transcript, ({ live }) => texts(live)[0] === "Hello");
  expect(said.records).toBe(shown.records);
  host.add({ kind: "assistantText", messageId: "m", text: "Hello.", isPartial: false });
  const ended = await when(transcript, ({ records }) => records.length === 11);
  expect(ended.live).toEqual([]);

  await window.loadEarlier(5);
  expect(texts(transcript.get().records).slice(0, 2)).toEqual(["userMessage 16", "userMessage 17"]);
  await Promise.all([window.loadEarlier(100), window.loadEarlier(100)]);
  expect(transcript.get()).toMatchObject({ hasEarlier: false });
  expect(transcript.get().records.length).toBe(31);
});

test("of more records than may be here the oldest are let go", async () => {
  const host = new MemoryHost();
  await using open = new TestClient(host);
  using store = hostStore(open.client);
  using window = store.open(sessionId, { maxRecords: 3 });
  host.append("a", "b", "c", "d", "e");
  const { records, hasEarlier } = await when(window.transcript, ({ records }) =>
    texts(records).includes("e 5"),
  );
  expect([texts(records), hasEarlier]).toEqual([["c 3", "d 4", "e 5"], true]);
});

test("a value is the same object until it changes, and tells nobody who has left", async () => {
  const host = new MemoryHost();
  await using open = new TestClient(host);
  using store = hostStore(open.client);
  const board = await when(store.board, (now) => now !== undefined);
  expect(store.board.get()).toBe(board);
  let told = 0;
  const leave = store.board.subscribe(() => told++);
  leave();
  host.append("userMessage");
  await when(store.board, (now) => now?.sessions[0]?.head === 1);
  expect(told).toBe(0);
  open.cut();
  await when(store.isConnected, (is) => !is);
  await when(store.isConnected, (is) => is);
});

test("a session that is not there says so in its window", async () => {
  await using open = new TestClient(new MemoryHost());
  using store = hostStore(open.client);
  using window = store.open("0199-other" as typeof sessionId);
  const { error } = await when(window.transcript, (now) => now.error !== undefined);
  expect(error?.code).toBe("unknownSession");
});

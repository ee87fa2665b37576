import type { QueueStore, StoredRow } from "../queue/store.ts";

/** What the suite uses of a test framework. Vitest's own fit. */
export interface TestApi {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): { toEqual(expected: unknown): void };
}

/** A place where a store can be opened, closed and opened again. */
export interface StoreSetting extends AsyncDisposable {
  open(): Promise<QueueStore>;
}

/**
 * The acceptance suite of every `QueueStore`.
 *
 * ```ts
 * queueStoreContract({ describe, test, expect }, "files", () => openSetting());
 * ```
 */
export function queueStoreContract(api: TestApi, name: string, setting: () => Promise<StoreSetting>): void {
  const { describe, test, expect } = api;
  const caseOf = (title: string, body: (place: StoreSetting) => Promise<void>) =>
    test(title, async () => {
      await using place = await setting();
      await body(place);
    });
  const expectRows = async (store: QueueStore, rows: readonly StoredRow[]) => {
    const loaded = await store.load();
    expect({ rows: sorted(loaded.rows), damaged: loaded.damaged }).toEqual({
      rows: sorted(rows),
      damaged: [],
    });
  };

  describe(`${name} as a queue store`, () => {
    caseOf("a new one is empty", async (place) => {
      await using store = await place.open();
      await expectRows(store, []);
    });

    caseOf("what was put is there after it was opened again, byte for byte", async (place) => {
      const rows = [row("a", "ünï 修正\n\u0000"), row("b-1", "x".repeat(100_000))];
      {
        await using store = await place.open();
        for (const each of rows) await store.put(each);
      }
      await using store = await place.open();
      await expectRows(store, rows);
    });

    caseOf("a row is replaced, and removed, and removing what is not there does nothing", async (place) => {
      await using store = await place.open();
      await store.put(row("a", "1"));
      await store.put(row("a", "2"));
      await store.put(row("b", "1"));
      await store.remove("b");
      await store.remove("b");
      await store.remove("never");
      await expectRows(store, [row("a", "2")]);
    });

    caseOf("of puts at once the last one called stays", async (place) => {
      await using store = await place.open();
      await Promise.all(Array.from({ length: 20 }, (_, at) => store.put(row("a", String(at)))));
      await expectRows(store, [row("a", "19")]);
    });

    caseOf("closing waits for what was begun, and nothing is taken afterwards", async (place) => {
      const store = await place.open();
      const putting = store.put(row("a", "1"));
      await Promise.all([store.close(), store.close()]);
      await putting;
      const code = await store.put(row("b", "1")).then(
        () => "stored",
        (error: { code?: unknown }) => error.code,
      );
      expect(code).toEqual("closed");
      await using again = await place.open();
      await expectRows(again, [row("a", "1")]);
    });
  });
}

function row(id: string, value: string): StoredRow {
  return { id, json: JSON.stringify({ value }) };
}

function sorted(rows: readonly StoredRow[]): StoredRow[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

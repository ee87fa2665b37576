import { join } from "node:path";
import { DamagedHome, historyEvents, nativeFixtures } from "@nucleic/adapter-kit/testing";
import { checkStream } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grokHistory } from "../src/history/grok-history.ts";

// What Grok itself kept of recorded sessions: fixtures/native, made by scripts/record-native.mjs.

const fixtures = nativeFixtures(join(import.meta.dirname, "../../../fixtures/native/grok"));
const historyIn = (home: string) => grokHistory({ HOME: home });

describe.each(fixtures)("$name", ({ home, golden }) => {
  test("becomes these events, without a fault", async () => {
    const events = await historyEvents(historyIn(home));
    expect(events).toEqual(golden);
    expect(checkStream(events).faults).toEqual([]);
    expect(events.at(-1)?.kind).toBe("runFinished");
  });
});

test("there are recordings", () => expect(fixtures.length).toBeGreaterThan(5));

const damages = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("overwritten" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 400 }),
  }),
  fc.record({ kind: fc.constant("lineTwice" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant("lineGone" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

test("damaged anywhere it is read as far as it goes, and never breaks the stream's rules", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fixtures), fc.nat(9), damages, async (fixture, index, damage) => {
      await using damaged = await DamagedHome.of(fixture);
      const { kinds, faults } = await damaged.read(historyIn(damaged.home), index, (whole) => {
        if (damage.kind === "cut") return whole.subarray(0, Math.floor(damage.at * whole.length));
        if (damage.kind === "overwritten") {
          const bytes = Buffer.from(whole);
          bytes.set(
            damage.bytes.subarray(0, bytes.length),
            Math.floor(damage.at * Math.max(0, bytes.length - 400)),
          );
          return bytes;
        }
        const lines = whole.toString().split("\n");
        const line = Math.floor(damage.at * (lines.length - 1));
        lines.splice(line, 1, ...(damage.kind === "lineTwice" ? [lines[line] ?? "", lines[line] ?? ""] : []));
        return Buffer.from(lines.join("\n"));
      });
      expect(faults).toEqual([]);
      expect(kinds.at(-1)).toBe("runFinished");
    }),
    { numRuns: 60 },
  );
});

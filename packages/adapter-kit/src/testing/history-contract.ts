import { createHash } from "node:crypto";
import { checkStream, type NativeHistory } from "@nucleic/protocol/core";
import type { TestApi } from "@nucleic/protocol/testing";
import { DamagedHome, historyEvents, type NativeFixture } from "./native-fixtures.ts";

/** What a reader of an agent's own sessions is held to, and with what. */
export interface HistoryContract {
  readonly api: Pick<TestApi, "test" | "expect">;
  /** What the agent itself kept of recorded sessions, and the events that it is to become. */
  readonly fixtures: readonly NativeFixture[];
  /** The reader, for an agent at home there. */
  readonly historyIn: (home: string) => NativeHistory;
}

const damages = 60;
/** Spreads them evenly over the files: multiples of it fall everywhere between 0 and 1, and never twice on one place. */
const goldenRatio = 0.618033988749895;

/** Recorded sessions become their golden events; damaged anywhere they are read as far as it goes. */
export function historyContract({ api: { test, expect }, fixtures, historyIn }: HistoryContract): void {
  for (const { name, home, golden } of fixtures)
    test(`${name} becomes these events, without a fault`, async () => {
      const events = await historyEvents(historyIn(home));
      expect(events).toEqual(golden);
      expect(checkStream(events).faults).toEqual([]);
      expect(events.at(-1)?.kind).toBe("runFinished");
    });

  test("damaged anywhere it is read as far as it goes, and never breaks the stream's rules", async () => {
    for (let nth = 0; nth < damages; nth++) {
      const fixture = fixtures[nth % fixtures.length];
      if (fixture === undefined) throw new Error("there are no recordings");
      await using damaged = await DamagedHome.of(fixture);
      const { kinds, faults } = await damaged.read(historyIn(damaged.home), nth, (whole) =>
        damage(whole, nth),
      );
      expect({ nth, faults, end: kinds.at(-1) }).toEqual({ nth, faults: [], end: "runFinished" });
    }
  });
}

/** Cuts, overwrites, repeats a line or takes one away, somewhere: the same for the same number. */
function damage(whole: Buffer, nth: number): Buffer {
  const at = (nth * goldenRatio) % 1;
  if (nth % 4 === 0) return whole.subarray(0, Math.floor(at * whole.length));
  if (nth % 4 === 1) {
    const noise = createHash("sha512").update(String(nth)).digest();
    const bytes = Buffer.from(whole);
    noise.copy(bytes, Math.floor(at * Math.max(0, bytes.length - noise.length)));
    return bytes;
  }
  const lines = whole.toString().split("\n");
  const line = Math.floor(at * (lines.length - 1));
  const again = lines[line] ?? "";
  lines.splice(line, 1, ...(nth % 4 === 2 ? [again, again] : []));
  return Buffer.from(lines.join("\n"));
}

import fc from "fast-check";
import { expect, it } from "vitest";
import { effort, history, path, play, reopened, root, seed } from "../../test/random-history.ts";
import { SimulatedDisk } from "../testing/index.ts";
import { findExtent, scanLog } from "./segments.ts";

type Harm = "cut" | "tear" | "zeros" | "flip";

/** The log with one of its files harmed, and the bytes of the log that are not what they were. */
async function harmed(disk: SimulatedDisk, harm: Harm, pick: { file: number; at: number; length: number }) {
  const extent = await findExtent(disk.files, path);
  const isEnd = harm === "cut" || harm === "tear";
  const number = isEnd ? extent.segments.length - 1 : pick.file % extent.segments.length;
  const segment = extent.segments[number];
  if (segment === undefined) throw new Error("no file");
  const state = disk.state;
  const node = state.names.get(segment.path) ?? -1;
  const before = state.contents.get(node) ?? Buffer.alloc(0);
  const from = pick.at % before.length;
  let after = Buffer.from(before);
  let to = before.length;
  if (isEnd) {
    after = after.subarray(0, from);
    if (harm === "tear") after = Buffer.concat([after, Buffer.alloc(pick.length)]);
  } else if (harm === "flip") {
    after[from] = (after[from] ?? 0) ^ (1 << (pick.length % 8));
    to = from + 1;
  } else {
    to = Math.min(before.length, from + 1 + pick.length);
    after.fill(0, from, to);
  }
  const spoiled = new SimulatedDisk({ ...state, contents: new Map(state.contents).set(node, after) });
  return { spoiled, from: segment.startOffset + from, to: segment.startOffset + to };
}

const pick = fc.record({ file: fc.nat(20), at: fc.nat(1_000_000), length: fc.nat(600) });

it(`damage anywhere costs the records it touches and no other (seed ${seed})`, async () => {
  const harms = fc.array(fc.tuple(fc.constantFrom<Harm>("cut", "tear", "zeros", "flip"), pick), {
    minLength: 10,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(history, harms, async (given, all) => {
      const { disk, records } = await play(given);
      if (records.length === 0) return;
      const lines = (await Array.fromAsync(scanLog(disk.files, await findExtent(disk.files, path)))).flat();
      // The lines of records: all but the first of each file.
      const places = lines.filter((line) => line.startOffset !== line.segment.startOffset);
      for (const [harm, where] of all) {
        const { spoiled, from, to } = await harmed(disk, harm, where);
        const log = await reopened(spoiled);
        const seqs = log.records.map(({ seq }) => seq);
        expect(seqs, "in order, none twice").toEqual([...new Set(seqs)].sort((a, b) => a - b));
        for (const { seq, event } of log.records) expect(event).toEqual({ ...records[seq - 1], seq });
        // A line end that is gone takes the line behind it along.
        const untouched = places.flatMap((line, i) =>
          line.endOffset <= from || line.startOffset > to ? [i + 1] : [],
        );
        expect(seqs, `${harm} of bytes ${from} to ${to}`).toEqual(expect.arrayContaining(untouched));
        const again = await reopened(spoiled);
        expect([again.records, again.endOffset, again.tornTail]).toEqual([
          log.records,
          log.endOffset,
          undefined,
        ]);
      }
    }),
    { seed, numRuns: 40 * effort },
  );
}, 300_000);

it("an empty disk is where a log begins", async () => {
  const disk = new SimulatedDisk(root);
  expect(await reopened(disk)).toMatchObject({ lastSeq: 0, records: [], damage: [] });
});

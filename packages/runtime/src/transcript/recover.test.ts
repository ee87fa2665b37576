import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recovered, sampleEvents, sampleLog } from "../../test/log-support.ts";
import { temporaryDirectory } from "../../test/support.ts";

const { header, lines } = sampleLog(5);
const whole = Buffer.concat([header, ...lines]);
/** Ends of the records, in bytes. */
const ends = lines.map((_, i) => header.length + Buffer.concat(lines.slice(0, i + 1)).length);

describe("recovery", () => {
  it("leaves a whole log alone", async () => {
    const log = await recovered(whole);
    expect(log.after.equals(whole)).toBe(true);
    expect(log).toMatchObject({ lastSeq: 5, damage: [], tornTail: undefined, header: { logId: "log" } });
    expect(log.events.map(({ kind }) => kind)).toEqual(sampleEvents(5).map(({ kind }) => kind));
  });

  it("finds every record that was whole, wherever the file ends", async () => {
    const directory = await temporaryDirectory();
    const small = sampleLog(2);
    const bytes = Buffer.concat([small.header, ...small.lines]);
    const smallEnds = [bytes.length - (small.lines[1]?.length ?? 0), bytes.length];
    for (let cut = 0; cut <= bytes.length; cut++) {
      const log = await recovered(bytes.subarray(0, cut), directory);
      // A record that lacks only its line end is whole.
      const expected = smallEnds.filter((end) => end - 1 <= cut).length;
      expect(log.seqs, `cut at ${cut}`).toEqual([1, 2].slice(0, expected));
      expect(log.damage).toEqual([]);
      expect(bytes.subarray(0, log.after.length).equals(log.after), `a prefix, cut at ${cut}`).toBe(true);
      const torn = log.tornTail ? await readFile(log.tornTail.path) : Buffer.alloc(0);
      if (log.tornTail) expect(Buffer.concat([log.after, torn]).equals(bytes.subarray(0, cut))).toBe(true);
    }
  });

  it("does nothing more when it is done again", async () => {
    const torn = await recovered(whole.subarray(0, whole.length - 9));
    const again = await recovered(torn.after);
    expect(again.after.equals(torn.after)).toBe(true);
    expect(again.tornTail).toBeUndefined();
  });

  it.each([
    ["zeros", Buffer.alloc(700)],
    ["zeros and a line end", Buffer.concat([Buffer.alloc(100), Buffer.from("\n")])],
    ["half a record, then zeros", Buffer.concat([lines[3]?.subarray(0, 30) ?? header, Buffer.alloc(64)])],
    ["split UTF-8", Buffer.from([0x7b, 0x22, 0xf0, 0x9f])],
    ["several bad lines", Buffer.from("{}\n{}\nnot json")],
  ])("moves a torn end aside: %s", async (_name, tail) => {
    const good = Buffer.concat([header, ...lines.slice(0, 3)]);
    const log = await recovered(Buffer.concat([good, tail]));
    expect(log.after.equals(good)).toBe(true);
    expect(log.seqs).toEqual([1, 2, 3]);
    expect(log.tornTail?.lengthBytes).toBe(tail.length);
    expect(await readFile(log.tornTail?.path ?? "")).toEqual(tail);
    expect(await readdir(dirname(log.path))).toHaveLength(2);
  });

  it("keeps the file where whole records follow the damage, and says what is missing", async () => {
    const directory = await temporaryDirectory();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const log = await recovered(bytes, directory);
        const hit = ends.findIndex((end) => at < end) + 1;
        const inHeader = at < header.length;
        const lost = new Set<number>(inHeader ? [] : [hit]);
        // A lost line end takes the record behind it along.
        if (at + 1 === header.length) lost.add(1);
        else if (ends.includes(at + 1)) lost.add(hit + 1);
        const kept = [1, 2, 3, 4, 5].filter((seq) => !lost.has(seq));
        expect(log.seqs).toEqual(kept);
        const tail = lost.has(5) && !inHeader;
        if (!tail) expect(log.after.equals(bytes)).toBe(true);
        const missing = [...lost].filter((seq) => seq < Math.max(...kept));
        expect(
          log.damage.flatMap((range) => (range.lost ? [range.lost.fromSeq, range.lost.toSeq] : [])),
        ).toEqual(missing.length === 0 ? [] : [Math.min(...missing), Math.max(...missing)]);
        if (missing.length > 0 || inHeader) expect(log.damage).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });

  it("reports repeated records, and counts them once", async () => {
    const log = await recovered(Buffer.concat([header, ...lines.slice(0, 2), ...lines.slice(0, 3)]));
    expect(log.seqs).toEqual([1, 2, 3]);
    expect(log.damage.map((range) => range.lost)).toEqual([undefined, undefined]);
  });
});

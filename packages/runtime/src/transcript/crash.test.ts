import fc from "fast-check";
import { expect, it } from "vitest";
import { effort, history, type Played, play, reopened, seed } from "../../test/random-history.ts";
import type { SimulatedDisk } from "../testing/index.ts";

/** What every state that a crash may leave has to give back. */
async function holds(
  played: Played,
  at: number,
  crashed: SimulatedDisk,
  wasTornInBlocks: boolean,
): Promise<void> {
  const acknowledged = played.acknowledgedAt.filter((operations) => operations <= at).length;
  const log = await reopened(crashed);
  const seqs = log.records.map(({ seq }) => seq);
  expect(new Set(seqs).size, "none twice").toBe(seqs.length);
  expect(seqs.slice(0, acknowledged), "all that were acknowledged").toEqual(
    played.records.slice(0, acknowledged).map((_, i) => i + 1),
  );
  for (const { seq, event } of log.records.slice(0, acknowledged))
    expect(event).toEqual({ ...played.records[seq - 1], seq });
  // Only blocks that reached the disk out of order leave whole records behind a hole.
  if (!wasTornInBlocks) expect(log.damage).toEqual([]);
  const again = await reopened(crashed);
  expect(again.records).toEqual(log.records);
  expect([again.endOffset, again.tornTail]).toEqual([log.endOffset, undefined]);
}

/** Chooses by numbers that were drawn; remembers whether blocks were zeroed one by one. */
function chooser(draws: readonly number[]) {
  const made = { choices: 0, inBlocks: false };
  const choose = (n: number) => {
    const choice = (draws[made.choices++ % draws.length] ?? 0) % n;
    if (n === 5 && choice === 4) made.inBlocks = true;
    return choice;
  };
  return { made, choose };
}

const draws = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });

it(`whenever the power goes, nothing acknowledged is lost and nothing is doubled (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(draws, { minLength: 2, maxLength: 3 }), async (given, outcomes) => {
      const played = await play(given);
      expect(played.acknowledgedAt).toHaveLength(played.records.length);
      for (let at = 0; at <= played.disk.operations.length; at++)
        for (const outcome of outcomes) {
          const { made, choose } = chooser(outcome.map((draw) => draw + at));
          const crashed = played.disk.crash(at, choose);
          await holds(played, at, crashed, made.inBlocks);
        }
    }),
    { seed, numRuns: 20 * effort },
  );
}, 300_000);

it(`a recovery that is itself cut off loses nothing either (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(history, draws, draws, fc.nat(), async (given, first, second, where) => {
      const played = await play(given);
      const at = where % (played.disk.operations.length + 1);
      const one = chooser(first);
      const crashed = played.disk.crash(at, one.choose);
      await reopened(crashed);
      for (let then = 0; then <= crashed.operations.length; then++) {
        const two = chooser(second.map((draw) => draw + then));
        await holds(played, at, crashed.crash(then, two.choose), one.made.inBlocks || two.made.inBlocks);
      }
    }),
    { seed, numRuns: 60 * effort },
  );
}, 300_000);

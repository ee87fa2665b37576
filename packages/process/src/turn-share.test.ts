import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ByteQueue } from "./byte-queue.ts";
import { maxTurnBytes } from "./turn-share.ts";

const chunk = Buffer.alloc(64 * 1024, 0x78);

test("a hundred programs that have printed much are read a little in each turn of the loop, and each in its turn", async () => {
  const taken: { readonly turn: number; readonly program: number }[] = [];
  let turn = 0;
  const read = async (program: number) => {
    for await (const _ of new ByteQueue(Readable.from([chunk, chunk, chunk]))) taken.push({ turn, program });
  };
  const reading = Promise.all(Array.from({ length: 100 }, (_, program) => read(program)));
  let isOver = false;
  void reading.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    turn++;
  }
  expect(taken).toHaveLength(300);
  const perTurn = new Map<number, number>();
  for (const { turn } of taken) perTurn.set(turn, (perTurn.get(turn) ?? 0) + chunk.length);
  // One turn ends where the next begins: what is let in at its very end may be counted with the next.
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(2 * maxTurnBytes);
  // Nobody is read a second time before all have been read once.
  const first = taken.slice(0, 100).map(({ program }) => program);
  expect(new Set(first).size).toBe(100);
});

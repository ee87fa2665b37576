import type { Clock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { Painter, paintEveryMs } from "./painter.ts";

/** Time passes when the test says so. */
function handClock() {
  let nowMs = 0;
  const sleeping: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeping.push({ at: nowMs + ms, wake: resolve });
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const one of sleeping.filter(({ at }) => at <= nowMs)) one.wake();
    await Promise.resolve().then(() => Promise.resolve());
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, pass };
}

test("the first change is drawn at once, and a thousand in a second at most ten times more", async () => {
  const { clock, pass } = handClock();
  let painted = 0;
  await using painter = new Painter(clock, () => painted++);
  painter.want();
  expect(painted).toBe(1);
  for (let at = 0; at < 1_000; at++) {
    painter.want();
    await pass(1);
  }
  expect(painted).toBe(1 + 1_000 / paintEveryMs);
  await pass(paintEveryMs);
  const before = painted;
  await pass(10 * paintEveryMs);
  expect(painted).toBe(before);
});

test("nothing is drawn once it is closed, not what was wanted before either", async () => {
  const { clock, pass } = handClock();
  let painted = 0;
  const painter = new Painter(clock, () => painted++);
  painter.want();
  painter.want();
  await painter[Symbol.asyncDispose]();
  await pass(10 * paintEveryMs);
  painter.want();
  expect(painted).toBe(1);
});

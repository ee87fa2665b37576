import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordableEvent } from "../session/session.ts";
import { maxHeadChars, maxTailChars, SetupLog } from "./setup-log.ts";

async function written(lines: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  const log = new SetupLog(async (event: RecordableEvent) => {
    if (event.kind === "setupLog") all.push(event.line);
  });
  for (const line of lines) log.add("stdout", line);
  await log.end();
  return all;
}

test("what fits is written as it is, in order", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { maxLength: 200 }), async (lines) => {
      expect(await written(lines)).toEqual(lines);
    }),
  ));

test("of a flood the beginning and the end are written, and how much is not", async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}`);
  const all = await written(lines);
  const gap = all.findIndex((line) => line.startsWith("…"));
  const [head, tail] = [all.slice(0, gap), all.slice(gap + 1)];
  expect(all[gap]).toBe(`… ${lines.length - head.length - tail.length} lines are left out here …`);
  expect(head).toEqual(lines.slice(0, head.length));
  expect(tail).toEqual(lines.slice(-tail.length));
  const chars = (some: readonly string[]) => some.reduce((sum, line) => sum + line.length, 0);
  expect(chars(head)).toBeLessThanOrEqual(maxHeadChars);
  expect(chars(tail)).toBeLessThanOrEqual(maxTailChars);
  expect(tail.length).toBeGreaterThan(100);
});

test("a flood of empty lines has an end too", async () => {
  expect((await written(Array.from({ length: 100_000 }, () => ""))).length).toBeLessThan(20_000);
});

test("a record that cannot be written is told, and nothing hangs", async () => {
  const failures: unknown[] = [];
  const log = new SetupLog(
    () => Promise.reject(new Error("full")),
    (error) => failures.push(error),
  );
  log.add("stdout", "one");
  await log.end();
  expect(failures).toEqual([new Error("full")]);
});

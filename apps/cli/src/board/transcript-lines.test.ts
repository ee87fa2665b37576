import type { SessionEvent } from "@nucleic/sync/client";
import { expect, test } from "vitest";
import { createStyle } from "../view/style.ts";
import { TranscriptLines } from "./transcript-lines.ts";

const said = (seq: number, text = `line ${seq}`, isPartial = false) =>
  ({ seq, kind: "assistantText", messageId: `m${seq}`, text, isPartial }) as unknown as SessionEvent;
const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => said(from + at));
const frame = (width = 60) => ({ width, style: createStyle(false) });
const texts = (rows: readonly string[]) => rows.filter((row) => row !== "");

test("records are added below, and what is being said stands at the end", () => {
  const lines = new TranscriptLines();
  expect(texts(lines.rows({ records: records(1, 2), live: [] }, frame(), 0))).toEqual(["line 1", "line 2"]);
  const live = [said(0, "I wonder", true)];
  const after = lines.rows({ records: records(1, 3), live }, frame(), 0);
  expect(texts(after)).toEqual(["line 1", "line 2", "line 3", "I wonder"]);
  expect(texts(lines.rows({ records: records(1, 3), live: [] }, frame(), 0))).toHaveLength(3);
});

test("the window may let go of its first records: what was laid out stays", () => {
  const lines = new TranscriptLines();
  lines.rows({ records: records(1, 4), live: [] }, frame(), 0);
  expect(texts(lines.rows({ records: records(3, 5), live: [] }, frame(), 0))).toHaveLength(5);
});

test.each([
  ["a log that is another one", records(9, 10)],
  ["a log that is shorter now", records(1, 1)],
])("%s is laid out anew", (_what, after) => {
  const lines = new TranscriptLines();
  lines.rows({ records: records(1, 4), live: [] }, frame(), 0);
  expect(texts(lines.rows({ records: after, live: [] }, frame(), 0))).toHaveLength(after.length);
});

test("another width lays all of it out anew", () => {
  const lines = new TranscriptLines();
  const long = [said(1, "one two three four")];
  expect(lines.rows({ records: long, live: [] }, frame(), 0)).toEqual(["one two three four"]);
  expect(lines.rows({ records: long, live: [] }, frame(10), 0)).toEqual(["one two", "three four"]);
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkStream, readEvent } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { initialState, nextState } from "../session/state-machine.ts";
import { systemFiles } from "./files.ts";
import { readRecords } from "./reader.ts";

const kept = join(import.meta.dirname, "../../../../fixtures/transcripts");

// One file for each version that was ever written. It is never changed; a new version adds one.
test.each(readdirSync(kept))("a transcript of %s stays readable, whole, and ends as it did", async (name) => {
  const groups = await Array.fromAsync(readRecords(systemFiles, join(kept, name)));
  const reads = groups.flat().map(({ event }) => readEvent(event));
  const events = reads.flatMap((read) => (read.status === "ok" ? [read.event] : []));
  expect(events.length).toBe(reads.length);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(checkStream(events).faults).toEqual([]);
  expect(events.reduce(nextState, initialState).status).toBe("finished");
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent, Clock, SessionId } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { expect } from "vitest";
import type { StorageError } from "../src/errors.ts";
import { type LogFiles, systemFiles } from "../src/transcript/files.ts";
import { encodeLine, type Sequenced, sequence, TRANSCRIPT_VERSION } from "../src/transcript/format.ts";
import { openLog } from "../src/transcript/open-log.ts";
import { recoverLog } from "../src/transcript/recover.ts";
import { TranscriptWriter } from "../src/transcript/writer.ts";
import { temporaryDirectory } from "./support.ts";
import { hastyClock } from "./test-clock.ts";

export const sessionId = "session-1" as SessionId;

/** Records of many shapes: words, other alphabets, line separators, NULs. */
export function sampleEvents(count: number): AgentEvent[] {
  const make = eventFactory(sessionId);
  const texts = [
    "plain",
    "Grüße, 世界 🦀",
    "a\nb\u2028c\u2029d\r",
    "nul \0 and \ud800 alone",
    '","crc":"00000000"}',
  ];
  return Array.from({ length: count }, (_, i) =>
    make("assistantText", { messageId: `m${i}`, text: `${i} ${texts[i % texts.length]}`, isPartial: false }),
  );
}

export function sampleLog(count: number): { readonly header: Buffer; readonly lines: readonly Buffer[] } {
  const header = { v: TRANSCRIPT_VERSION, logId: "log", sessionId, created: 1, segment: 0, prevLast: 0 };
  return {
    header: encodeLine(header),
    lines: sampleEvents(count).map((event, i) => encodeLine(sequence(event, i + 1))),
  };
}

/** A file with that content, recovered. */
export async function recovered(content: Uint8Array, directory?: string) {
  const path = join(directory ?? (await temporaryDirectory()), "transcript.jsonl");
  await writeFile(path, content);
  const events: Sequenced[] = [];
  const log = await recoverLog(systemFiles, path, hastyClock, (event) => events.push(event));
  await log.file.close();
  const after = await readFile(path);
  expect(after.length).toBe(log.endOffset);
  return { ...log, path, after, events, seqs: events.map((event) => event.seq) };
}

/** A writer on a fresh log, and what it tells. */
export async function openWriter({
  files = systemFiles,
  clock = hastyClock as Clock,
  path = undefined as string | undefined,
  segmentBytes = undefined as number | undefined,
} = {}) {
  const file = path ?? join(await temporaryDirectory(), "session", "transcript.jsonl");
  const log = await openLog(files as LogFiles, file, clock, { sessionId, segmentBytes });
  const committed: number[] = [];
  const failures: StorageError[] = [];
  const writer = new TranscriptWriter({
    tail: log.tail,
    clock,
    lastSeq: log.lastSeq,
    endOffset: log.endOffset,
    onCommit: (records) => committed.push(...records.map((record) => record.event.seq)),
    onFailure: (error) => failures.push(error),
  });
  return { writer, path: file, committed, failures, log };
}

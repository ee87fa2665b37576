// Appends records for ever, in files of 30 KB and now and then one too large for its line, and prints the seq of each one that was acknowledged. Meant to be killed.
import { writeSync } from "node:fs";
import { type SessionId, systemClock } from "@nucleic/protocol";
import { systemFiles } from "../../src/transcript/files.ts";
import { openLog } from "../../src/transcript/open-log.ts";
import { TranscriptWriter } from "../../src/transcript/writer.ts";

const [path = ""] = process.argv.slice(2);
const sessionId = "session-1" as SessionId;
const log = await openLog(systemFiles, path, systemClock, { sessionId, segmentBytes: 30_000 });
const writer = new TranscriptWriter({
  tail: log.tail,
  clock: systemClock,
  lastSeq: log.lastSeq,
  endOffset: log.endOffset,
  onCommit: (records) => writeSync(1, records.map(({ event }) => `${event.seq}\n`).join("")),
  onFailure: (error) => {
    throw error;
  },
});
for (let i = 0; ; i++) {
  const text = "x".repeat((i * 7919) % 3_000);
  if (i % 50 === 7)
    writer.append(
      { v: 1, sessionId, at: 1, origin: "backend", kind: "raw", backend: "b", native: `${i}`.repeat(40_000) },
      "grouped",
    );
  const { seq } = writer.append(
    {
      v: 1,
      sessionId,
      at: 1,
      origin: "backend",
      kind: "assistantText",
      messageId: `${i}`,
      text,
      isPartial: false,
    },
    i % 5 === 0 ? "urgent" : "grouped",
  );
  if (i % 5 === 0) await writer.whenCommitted(seq);
}

import { type Clock, PROTOCOL_VERSION, type SessionId } from "@nucleic/protocol/core";
import { dropCheckpoint } from "./checkpoint.ts";
import type { LogFiles } from "./files.ts";
import { openLog } from "./open-log.ts";
import type { DamagedRange, RecoveredLog } from "./recover.ts";
import { type VerifyReport, verifyTranscript } from "./verify.ts";
import { TranscriptWriter } from "./writer.ts";

/** What a repair did. */
export interface RepairReport {
  /** What the transcript says is damaged from now on. */
  readonly repaired: readonly DamagedRange[];
  readonly tornTail: RecoveredLog["tornTail"];
  /** What the transcript is like now. */
  readonly after: VerifyReport;
}

/**
 * Recovers a transcript and, where it is damaged in the middle, says so in it: it goes on in a new file under a new log
 * id, so that whoever holds a place in the old one reads anew, and an `error` record tells of each range. Nothing is
 * removed. Done again it does nothing. Only the owner of the session may call this.
 * @throws StorageError
 */
export async function repairTranscript(
  files: LogFiles,
  path: string,
  clock: Clock,
  sessionId: SessionId,
): Promise<RepairReport> {
  await dropCheckpoint(files, path);
  const { tail, damage, tornTail, lastSeq, endOffset } = await openLog(files, path, clock, { sessionId });
  if (damage.length === 0) await tail.close();
  else {
    const renewedEnd = await tail.renew(lastSeq, endOffset).catch(async (error: unknown) => {
      await tail.close();
      throw error;
    });
    await using writer = new TranscriptWriter({
      tail,
      clock,
      lastSeq,
      endOffset: renewedEnd,
      onCommit: () => undefined,
      onFailure: () => undefined,
    });
    const common = { v: PROTOCOL_VERSION, sessionId, at: clock.now(), origin: "runtime" } as const;
    for (const range of damage)
      writer.append(
        { ...common, kind: "error", code: "storageFailed", message: damageText(range), recoverable: true },
        "urgent",
      );
    await writer.flush();
  }
  return { repaired: damage, tornTail, after: await verifyTranscript(files, path) };
}

/** A damaged range in words. */
export function damageText({ fromOffset, toOffset, lost }: DamagedRange): string {
  const missing = lost
    ? lost.fromSeq === lost.toSeq
      ? `, record ${lost.fromSeq} is missing`
      : `, records ${lost.fromSeq} to ${lost.toSeq} are missing`
    : "";
  return `the transcript is damaged at bytes ${fromOffset} to ${toOffset}${missing}`;
}

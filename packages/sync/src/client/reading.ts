import type { SessionId } from "@nucleic/protocol/core";
import type { ServerMessageOf } from "@nucleic/protocol/messages";
import type { SessionEvent } from "./following.ts";
import { HostError } from "./host-error.ts";
import type { Ask } from "./open-requests.ts";
import { wholeRecord } from "./whole-record.ts";

/** Which records of which log, both ends included. */
export interface RecordRange {
  readonly sessionId: SessionId;
  readonly logId: string;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** Records of a log, piece by piece. @throws HostError `logChanged` */
export async function* recordsIn(
  ask: Ask,
  { fromSeq, ...range }: RecordRange,
): AsyncGenerator<readonly SessionEvent[], void> {
  for (let next = fromSeq; ; ) {
    const asked = { t: "range", ...range, fromSeq: next, verbosity: "full" } as const;
    const answer = (await ask(asked)) as ServerMessageOf<"rangeResult">;
    if (answer.error !== undefined) throw new HostError(answer.error);
    if (answer.items.length > 0) yield answer.items as unknown as readonly SessionEvent[];
    if (!answer.more) return;
    next = answer.toSeq + 1;
  }
}

/** A record with its large texts in their places. @throws HostError where a text is not there */
export function wholeOf(ask: Ask, sessionId: SessionId, record: SessionEvent): Promise<SessionEvent> {
  return wholeRecord(record, async (ref, offset, length) => {
    const answer = await ask({ t: "blob", sessionId, ref, offset, length });
    const { error, data, sizeBytes } = answer as ServerMessageOf<"blobResult">;
    if (error !== undefined) throw new HostError(error);
    return { data, sizeBytes };
  });
}

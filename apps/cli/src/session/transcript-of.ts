import type { SessionId } from "@nucleic/protocol";
import type { Cursor } from "@nucleic/protocol/messages";
import type { HostClient, SessionEvent } from "@nucleic/sync/client";

/** All the records that there are now, with their large texts in their places. */
export async function* transcriptOf(client: HostClient, id: SessionId): AsyncGenerator<SessionEvent, void> {
  const end = await endOf(client, id);
  if (end === undefined || end.seq === 0) return;
  for await (const records of client.records(id, end.logId, [1, end.seq]))
    for (const record of records) yield await client.whole(id, record);
}

async function endOf(client: HostClient, id: SessionId): Promise<Cursor | undefined> {
  for await (const news of client.follow(id, { tail: 1 })) if (news.kind === "snapshot") return news.cursor;
  return undefined;
}

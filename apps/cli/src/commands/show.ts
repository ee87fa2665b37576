import type { AgentEvent, SessionId } from "@nucleic/protocol";
import type { Cursor } from "@nucleic/protocol/messages";
import type { HostClient, SessionEvent } from "@nucleic/sync/client";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { emptyTranscript, step } from "../view/transcript.ts";

/** Prints a session's transcript as `run` showed it; with `json`, the records themselves. */
export function show(part: string, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id } = await findItem(open.client, part);
    let state = emptyTranscript;
    for await (const event of transcriptOf(open.client, id)) {
      if (context.stdout.closed.aborted || context.signals.ending.aborted) break;
      if (flags.json) {
        await context.stdout.write(`${JSON.stringify(event)}\n`);
        continue;
      }
      // A kind of a newer version falls through every case and is named by the last one.
      const next = step(state, event as AgentEvent, context.frame());
      state = next.state;
      await context.stdout.lines(next.lines);
    }
    return exitCodes.done;
  };
}

/** All the records there are now, with their large texts in their places. */
async function* transcriptOf(client: HostClient, id: SessionId): AsyncGenerator<SessionEvent, void> {
  const end = await endOf(client, id);
  if (end === undefined || end.seq === 0) return;
  for await (const records of client.records(id, end.logId, [1, end.seq]))
    for (const record of records) yield await client.whole(id, record);
}

async function endOf(client: HostClient, id: SessionId): Promise<Cursor | undefined> {
  for await (const news of client.follow(id, { tail: 1 })) if (news.kind === "snapshot") return news.cursor;
  return undefined;
}

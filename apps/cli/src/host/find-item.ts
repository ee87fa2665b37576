import type { SessionId } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { sessionNamed } from "../session/session-named.ts";

/** The session a person means by an id or a part of one. @throws CliError `noSuchSession`, `ambiguousId` */
export async function findItem(client: HostClient, part: string): Promise<SessionItem> {
  return sessionNamed((await client.board()).sessions, part);
}

/** The session of that id, which the host has. */
export async function itemOf(client: HostClient, id: SessionId): Promise<SessionItem> {
  let found: SessionItem | undefined;
  await client.board(({ sessions }) => {
    found = sessions.find((one) => one.id === id);
    return found !== undefined;
  });
  if (found === undefined) throw new TypeError("a board that has the session does not have it");
  return found;
}

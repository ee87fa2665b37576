import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import { shortIds } from "../session/short-id.ts";
import { nearest } from "../view/suggest.ts";

/** The session a person means by an id or a part of one. @throws CliError `noSuchSession`, `ambiguousId` */
export async function findItem(client: HostClient, part: string): Promise<SessionItem> {
  const { sessions } = await client.board();
  const found = sessions.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [item, another] = found;
  if (item === undefined) throw noSuchSession(sessions, part);
  if (another === undefined) return item;
  const ids = found.map(({ id }) => id);
  throw new CliError(
    "ambiguousId",
    `several sessions are called ${part}`,
    `say which: ${ids.map(shortIds(ids)).join(", ")}`,
  );
}

function noSuchSession(sessions: readonly SessionItem[], part: string): CliError {
  const ids = sessions.map(({ id }) => id);
  const short = ids.map(shortIds(ids));
  const meant = nearest(part, short);
  const hint = meant ? `did you mean ${meant}?` : "nucleic ls shows the sessions there are";
  return new CliError(
    "noSuchSession",
    `no session ${part}`,
    ids.length === 0 ? "there is none yet: nucleic run" : hint,
  );
}

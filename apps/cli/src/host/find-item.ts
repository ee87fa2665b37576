import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";

/** The session that a person means. @throws CliError `noSuchSession`, `ambiguousId` */
export async function findItem(client: HostClient, part: string): Promise<SessionItem> {
  const { sessions } = await client.board();
  const found = sessions.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [item, another] = found;
  if (item === undefined)
    throw new CliError("noSuchSession", `no session ${part}`, "nucleic ls shows the sessions there are");
  if (another !== undefined)
    throw new CliError("ambiguousId", `several sessions are called ${part}`, "give more of the id");
  return item;
}

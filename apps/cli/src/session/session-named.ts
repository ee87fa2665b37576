import type { SessionId } from "@nucleic/protocol";
import { CliError } from "../cli-error.ts";
import { nearest } from "../view/suggest.ts";
import { shortIds } from "./short-id.ts";

/** The session a person means by an id or a part of one. @throws CliError `noSuchSession`, `ambiguousId` */
export function sessionNamed<S extends { readonly id: SessionId }>(sessions: readonly S[], part: string): S {
  const found = sessions.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [session, another] = found;
  if (session === undefined) throw noSuchSession(sessions, part);
  if (another === undefined) return session;
  const ids = found.map(({ id }) => id);
  throw new CliError(
    "ambiguousId",
    `several sessions are called ${part}`,
    `say which: ${ids.map(shortIds(ids)).join(", ")}`,
  );
}

function noSuchSession(sessions: readonly { readonly id: SessionId }[], part: string): CliError {
  const ids = sessions.map(({ id }) => id);
  const meant = nearest(part, ids.map(shortIds(ids)));
  const hint = meant ? `did you mean ${meant}?` : "nucleic ls shows the sessions there are";
  return new CliError(
    "noSuchSession",
    `no session ${part}`,
    ids.length === 0 ? "there is none yet: nucleic run" : hint,
  );
}

import { type Runtime, RuntimeError, type SessionRecord } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { nearest } from "../view/suggest.ts";
import { shortIds } from "./short-id.ts";

/** The session a person means by an id or a part of one. @throws CliError `noSuchSession`, `ambiguousId` */
export async function findSession(runtime: Runtime, part: string): Promise<SessionRecord> {
  try {
    return await runtime.findSession(part);
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error;
    if (error.code === "unknownSession") throw await noSuchSession(runtime, part);
    if (error.code === "ambiguousSession") throw await ambiguous(runtime, part);
    throw error;
  }
}

async function noSuchSession(runtime: Runtime, part: string): Promise<CliError> {
  const ids = (await runtime.listSessions({ includeArchived: true })).map((session) => session.id);
  const short = ids.map(shortIds(ids));
  const meant = nearest(part, short);
  const hint = meant ? `did you mean ${meant}?` : "nucleic ls shows the sessions there are";
  return new CliError(
    "noSuchSession",
    `no session ${part}`,
    short.length === 0 ? "there is none yet: nucleic run" : hint,
  );
}

async function ambiguous(runtime: Runtime, part: string): Promise<CliError> {
  const all = await runtime.listSessions({ includeArchived: true });
  const ids = all.map((session) => session.id).filter((id) => id.startsWith(part) || id.endsWith(part));
  const short = shortIds(ids);
  return new CliError(
    "ambiguousId",
    `several sessions are called ${part}`,
    `say which: ${ids.map(short).join(", ")}`,
  );
}

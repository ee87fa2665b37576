import type { ProcessHost } from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import { execArgv } from "./argv.ts";
import type { Base } from "./base.ts";
import { forkThread } from "./fork-thread.ts";
import { isKnownThread } from "./known-thread.ts";

/**
 * Finds the thread of an earlier session, or forks it, and answers the id of the one to go on with.
 * @throws NucleicError `unknownSession`, `spawnFailed`, `exitedEarly`
 */
export async function takeUp(
  resume: { readonly backendSessionId: string; readonly fork: boolean },
  options: {
    readonly processHost: ProcessHost;
    readonly clock: Clock;
    readonly base: Base;
    readonly mode: string;
    readonly model: string | undefined;
    readonly signal: AbortSignal | undefined;
  },
): Promise<string> {
  const { processHost, clock, mode, model, signal } = options;
  const { common, addDirs, ...program } = options.base;
  const id = resume.backendSessionId;
  if (!(await isKnownThread(id, { processHost, program: { ...program, args: common }, clock, signal })))
    throw new NucleicError("unknownSession", "Codex does not know this session", {
      hint: "Its history is kept in CODEX_HOME/sessions; it may have been cleaned up",
    });
  if (!resume.fork) return id;
  const args = execArgv({ common, addDirs, mode, model, thread: { do: "fork", id } });
  return await forkThread(processHost, { ...program, args }, signal);
}

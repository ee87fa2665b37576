import type { ProcessExit } from "@nucleic/process";
import { NucleicError } from "@nucleic/protocol/core";

/** What a program that ended before it took input has done wrong. */
export function startError(exit: ProcessExit, about: { readonly unknownSession: boolean }): NucleicError {
  const said = exit.stderrTail.trim().split("\n").at(-1) || undefined;
  if (exit.cause === "spawnFailed")
    return new NucleicError("spawnFailed", "Claude Code could not be started", {
      cause: exit.error,
      hint: exit.error?.message,
    });
  if (about.unknownSession)
    return new NucleicError("unknownSession", "Claude Code no longer knows this session", {
      hint: said ?? "Its history is kept with the user's Claude settings; it may have been cleaned up",
    });
  const how = exit.signal ? `by ${exit.signal}` : `with exit code ${exit.code}`;
  return new NucleicError("exitedEarly", `Claude Code ended ${how} before the session began`, { hint: said });
}

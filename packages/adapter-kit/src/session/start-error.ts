import type { ProcessExit } from "@nucleic/process";
import { NucleicError } from "@nucleic/protocol/core";

interface About {
  /** The program's name, for people. */
  readonly program: string;
  /** It was to take up a session and does not know it. */
  readonly unknownSession?: boolean;
}

/** What a program that ended before it took input has done wrong. */
export function startError(exit: ProcessExit, { program, unknownSession }: About): NucleicError {
  const said = exit.stderrTail.trim().split("\n").at(-1) || undefined;
  if (exit.cause === "spawnFailed")
    return new NucleicError("spawnFailed", `${program} could not be started`, {
      cause: exit.error,
      hint: exit.error?.message,
    });
  if (unknownSession)
    return new NucleicError("unknownSession", `${program} no longer knows this session`, {
      hint: said ?? "Its history is kept with the user's own settings; it may have been cleaned up",
    });
  const how = exit.signal ? `by ${exit.signal}` : `with exit code ${exit.code}`;
  return new NucleicError("exitedEarly", `${program} ended ${how} before the session began`, { hint: said });
}

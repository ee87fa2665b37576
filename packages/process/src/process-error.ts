/**
 * What a caller did that a process cannot do. Closed: switch on it, never read the message.
 *
 * | code | meaning |
 * |---|---|
 * | closed | stdin is closed or its reader is gone; the cause holds the system's error, if there was one |
 * | invalidLine | what was to be written as one line holds a line end |
 * | linesTaken | the lines of a process were iterated a second time |
 * | invalidRunId | a run id is empty, too long or not usable as a file name |
 * | spawnFailed | a program that was to be started and left could not be started |
 */
export type ProcessErrorCode = "closed" | "invalidLine" | "linesTaken" | "invalidRunId" | "spawnFailed";

/** A refusal of this package. How a process *ended* is never an error but data: see `ProcessExit`. */
export class ProcessError extends Error {
  override readonly name = "ProcessError";
  readonly code: ProcessErrorCode;

  constructor(code: ProcessErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

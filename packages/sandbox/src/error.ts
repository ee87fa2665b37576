/**
 * Why a sandbox could not be made. Closed: switch on it, never read the message.
 *
 * | code | meaning |
 * |---|---|
 * | unavailable | the engine does not work on this machine; `available()` says why |
 * | filesElsewhere | the engine's containers are on another machine, which has not the files of this one |
 * | specInvalid | a path is missing or not absolute, or a mount would open what is guarded |
 * | gitUnsafe | the worktree's `.git` names a repository that does not name the worktree |
 * | limitUnavailable | a limit was asked for that the engine can't hold here |
 * | closed | the sandbox was closed |
 */
export type SandboxErrorCode =
  | "unavailable"
  | "filesElsewhere"
  | "specInvalid"
  | "gitUnsafe"
  | "limitUnavailable"
  | "closed";

/** A refusal of this package, with what to do next where that helps. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxErrorCode;
  readonly hint: string | undefined;

  constructor(code: SandboxErrorCode, message: string, options: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}

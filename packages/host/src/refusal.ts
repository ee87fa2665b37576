/**
 * | code | meaning |
 * |---|---|
 * | hostRunning | another process is the host of this data directory |
 * | noWorktree | the session has no worktree |
 * | noTarget | it cannot be told which branch the work should go to |
 * | sessionBusy | the session's agent is at work |
 * | unknownApproval | the session never asked that |
 * | unknownQuestion | the session never asked that |
 * | changedSince | what was shown is not what is there now |
 * | notIntegrated | it was taken out of the merge queue |
 * | unknownOrigin | it does not answer pages of that origin |
 * | notOwn | a file of the data directory belongs to somebody else, or others can read it |
 */
export type RefusalCode =
  | "hostRunning"
  | "noWorktree"
  | "noTarget"
  | "sessionBusy"
  | "unknownApproval"
  | "unknownQuestion"
  | "changedSince"
  | "notIntegrated"
  | "unknownOrigin"
  | "notOwn";

/** The host will not do that: why, with a code to switch on, and in `hint` what a person can do. */
export class HostRefusal extends Error {
  override readonly name = "HostRefusal";
  readonly code: RefusalCode;
  readonly hint: string | undefined;

  constructor(code: RefusalCode, message: string, options: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}

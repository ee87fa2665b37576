/**
 * What can go wrong in the lab itself, as data.
 *
 * | code | meaning |
 * |---|---|
 * | unknownCli | the lab has no entry for a CLI of that name |
 * | npmMissing | there is no npm on the PATH to install it with |
 * | installFailed | npm could not install it: no network, no such version |
 * | wrongVersion | what was installed does not call itself by the version asked for |
 * | badScenario | a scenario asks for what the provider's API has no form for |
 * | recordFailed | the CLI did not get to the end of the script |
 * | badFixture | a recorded file cannot be read |
 */
export type LabErrorCode =
  | "unknownCli"
  | "npmMissing"
  | "installFailed"
  | "wrongVersion"
  | "badScenario"
  | "recordFailed"
  | "badFixture";

/** An error of the lab, with a code to switch on and, where there is one, what to do about it. */
export class LabError extends Error {
  override readonly name = "LabError";
  readonly code: LabErrorCode;
  readonly hint: string | undefined;

  constructor(code: LabErrorCode, message: string, options: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}

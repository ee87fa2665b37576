/** What can be wrong with a rule or a policy. */
export type PolicyErrorCode =
  /** A pattern covers too much, or not what was asked. */
  | "ruleRefused"
  /** A policy file is no JSON, or says what no policy can. */
  | "badPolicy";

/** Where in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A rule or a policy that cannot be. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
  readonly code: PolicyErrorCode;
  readonly hint: string | undefined;
  /** Where in the file, for `badPolicy`. */
  readonly position: TextPosition | undefined;

  constructor(
    code: PolicyErrorCode,
    message: string,
    options: { readonly hint?: string; readonly position?: TextPosition } = {},
  ) {
    super(message);
    this.code = code;
    this.hint = options.hint;
    this.position = options.position;
  }
}

/** One thing that was looked at. `broken` means that nucleic cannot work as it is; `warn` that something is missing. */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "warn" | "broken";
  readonly detail: string;
  /** How to mend it. */
  readonly hint?: string;
}

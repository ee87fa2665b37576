/** What an agent in a sandbox wants run outside of it. */
export interface HostCommand {
  /** A program and its arguments, or text for a shell. */
  readonly command: string | readonly string[];
  /** Absolute, or from the worktree, which it is where absent. */
  readonly cwd?: string;
  /** Why the sandbox is not enough, in the agent's words. */
  readonly why: string;
}

/** What became of it. */
export type HostOutcome =
  | { readonly ran: false; readonly message: string }
  | {
      readonly ran: true;
      /** How it ended: `exit code 0`. */
      readonly how: string;
      readonly ok: boolean;
      /** Head and tail of what it wrote. */
      readonly output: string;
    };

/** A word as it is written, and what it stands for where that can be told without running anything. */
export interface ShellWord {
  /** As it is written. */
  readonly text: string;
  /** What the shell makes of it; `undefined` where that is known only when it runs: `$x`, `$(…)`, `*`, `~`, `{a,b}`. */
  readonly value: string | undefined;
}

/** `NAME=value` before a command or on its own. */
export interface ShellAssignment {
  readonly name: string;
  /** Absent for arrays and elements of arrays. */
  readonly value: ShellWord | undefined;
}

/** `> file`, `2>&1`, `<<< word` and the like. A here-document has no target. */
export interface ShellRedirection {
  readonly operator: string;
  readonly target: ShellWord | undefined;
}

/** What of the shell's language a command uses, besides words. */
export type ShellConstruct =
  | "list"
  | "pipeline"
  | "background"
  | "subshell"
  | "group"
  | "condition"
  | "loop"
  | "function"
  | "coprocess"
  | "substitution"
  | "processSubstitution"
  | "expansion"
  /** Anything that bash computes: values of variables can hold commands, and are run then. */
  | "arithmetic"
  | "test"
  | "assignment"
  | "redirection"
  | "hereDocument"
  | "negation"
  | "time";

/** One program or builtin and its words, wherever it stands in the command. */
export interface SimpleCommand {
  /** The program first. Empty where only variables are set or files opened. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  /** Those of the loops and groups around it are in the list of the whole. */
  readonly redirections: readonly ShellRedirection[];
  /** Its input is the output of the command before it in a pipeline. */
  readonly piped: boolean;
}

/** A command line as bash would read it. */
export interface ParsedCommand {
  readonly text: string;
  /** False where anything in it was not understood, or is no bash: nothing may be concluded from the rest then. */
  readonly understood: boolean;
  /** Why not, in words. */
  readonly reason?: string;
  /** Every command in it, in the order in which they are written: those in substitutions, functions and loops too. */
  readonly commands: readonly SimpleCommand[];
  /** Of whole loops and groups. */
  readonly redirections: readonly ShellRedirection[];
  readonly constructs: ReadonlySet<ShellConstruct>;
}

import type { Risk } from "@nucleic/protocol";

/** What the words of a program are, besides its options. */
export type Operands =
  /** Files that it reads. */
  | "reads"
  /** Files that it makes, changes or removes. */
  | "writes"
  /** A pattern or program first, then files that it reads. */
  | "patternThenReads"
  /** No files. */
  | "text";

/** What an option makes of a call. */
export type OptionFact = readonly [risk: Risk, why: string];

/** What is known of a program, or of one of its subcommands. */
export interface ProgramFacts {
  readonly risk: Risk;
  /** In words that go on from the program's name: "removes files". */
  readonly why: string;
  readonly operands: Operands;
  /**
   * Options that raise the risk. A long one counts in every shortened form, a letter in every cluster of letters, and a
   * name of one dash, as `-exec`, as it is.
   */
  readonly options?: Readonly<Record<string, OptionFact>>;
  /** Words that raise the risk wherever they stand. */
  readonly words?: Readonly<Record<string, OptionFact>>;
  /** More operands than these are files that it writes. */
  readonly readsAtMost?: number;
  /** A call without any operand. */
  readonly bare?: OptionFact;
  readonly subcommands?: Readonly<Record<string, ProgramFacts>>;
  /** Options that may stand before the subcommand. Any other makes the call unknown. */
  readonly before?: { readonly flags: readonly string[]; readonly values: readonly string[] };
  /** What else has to be looked at: see `special-checks.ts`. */
  readonly check?: "sed" | "awk" | "shell" | "interpreter" | "declares" | "cd" | "curl";
}

type More = Omit<ProgramFacts, "risk" | "why" | "operands">;

/** Facts with a risk, a reason and what its words are. */
export function facts(risk: Risk, why: string, operands: Operands, more: More = {}): ProgramFacts {
  return { risk, why, operands, ...more };
}

/** The same facts under several names. */
export function named(names: string, value: ProgramFacts): Record<string, ProgramFacts> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));
}

import type { Argument, Command as Commander, Option } from "commander";

/** What may stand somewhere: words, or what only this machine knows. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "sessions" | "projects" | "files" | "none" };

/** A flag as it is typed, each way. */
export interface FlagSpec {
  readonly names: readonly string[];
  readonly about: string;
  /** What follows it; absent where nothing does. */
  readonly values?: Values;
}

/** A command, what may stand behind it, and its path: `""` is the program, `"rules ls"` a command below another. */
export interface CommandSpec {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly FlagSpec[];
  readonly values: Values;
}

/** The program as completion needs it, read from the program itself. */
export function specOf(program: Commander): readonly CommandSpec[] {
  const flags = program.options.map(flagOf);
  return walk(program, "", flags);
}

function walk(command: Commander, path: string, everywhere: readonly FlagSpec[]): CommandSpec[] {
  const own = path === "" ? everywhere : [...command.options.map(flagOf), ...everywhere];
  const help: FlagSpec = { names: ["-h", "--help"], about: "display help for command" };
  const here: CommandSpec = {
    path,
    commands: command.commands.map((one) => ({ name: one.name(), about: one.description() })),
    flags: [...own.filter(({ names }) => path === "" || !names.includes("--version")), help],
    values: argumentValues(command.registeredArguments[0]),
  };
  const below = command.commands.flatMap((one) => walk(one, `${path} ${one.name()}`.trim(), everywhere));
  return [here, ...below];
}

function flagOf(option: Option): FlagSpec {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return { names, about: option.description, ...(takesValue && { values: optionValues(option) }) };
}

function optionValues({ argChoices, long, flags }: Option): Values {
  if (argChoices) return { kind: "words", words: argChoices };
  if (long === "--project") return { kind: "projects" };
  return { kind: /<(file|path|dir)>/.test(flags) ? "files" : "none" };
}

function argumentValues(argument: Argument | undefined): Values {
  if (argument === undefined) return { kind: "none" };
  if (argument.argChoices) return { kind: "words", words: argument.argChoices };
  if (argument.description.startsWith("the session")) return { kind: "sessions" };
  return { kind: argument.name() === "dir" ? "projects" : "none" };
}

/** Between single quotes in bash, zsh and POSIX shells. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

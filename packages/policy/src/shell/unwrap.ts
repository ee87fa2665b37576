import { parseCommand } from "./parse-command.ts";
import type {
  ParsedCommand,
  ShellAssignment,
  ShellRedirection,
  ShellWord,
  SimpleCommand,
} from "./parsed-command.ts";
import { shells, type Wrapper, wrappers } from "./wrappers.ts";

/** A program as it is run in the end, without what stands around it. */
export interface Call {
  /** Its name, without the system's own folders; a path where it is somewhere else. */
  readonly program: string;
  readonly args: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  /** What stood around it, outermost first: `sudo`, `bash -c`. */
  readonly via: readonly string[];
  /** Its input comes from the command before it. */
  readonly piped: boolean;
  /** It gets further words that are known only when it runs. */
  readonly appends: boolean;
  readonly elevated: boolean;
}

/** What a command runs in the end, or why that cannot be told. */
export interface Unwrapped {
  readonly calls: readonly Call[];
  /** Variables set for what follows. */
  readonly assignments: readonly ShellAssignment[];
  readonly redirections: readonly ShellRedirection[];
  /** Bash computes with values somewhere. */
  readonly computes: boolean;
  /** What was not understood, in words. */
  readonly problems: readonly string[];
}

const maxNesting = 4;

interface Around {
  readonly via: readonly string[];
  readonly assignments: readonly ShellAssignment[];
  readonly appends: boolean;
  readonly elevated: boolean;
  readonly depth: number;
}

/** All that a command runs: the commands in `bash -c`, behind `sudo`, `env`, `xargs` and the like included. */
export function unwrap(parsed: ParsedCommand): Unwrapped {
  const found = new Unwrapping();
  found.addParsed(parsed, { via: [], assignments: [], appends: false, elevated: false, depth: 0 });
  return found;
}

class Unwrapping implements Unwrapped {
  readonly calls: Call[] = [];
  readonly assignments: ShellAssignment[] = [];
  readonly redirections: ShellRedirection[] = [];
  readonly problems: string[] = [];
  computes = false;

  #fail(problem: string): void {
    this.problems.push(problem);
  }

  addParsed(parsed: ParsedCommand, around: Around): void {
    if (!parsed.understood) this.problems.push(parsed.reason ?? "it was not understood");
    if (parsed.constructs.has("arithmetic")) this.computes = true;
    this.redirections.push(...parsed.redirections);
    for (const command of parsed.commands) this.#addCommand(command, around);
  }

  #addCommand(command: SimpleCommand, around: Around): void {
    this.redirections.push(...command.redirections);
    if (command.words.length === 0) this.assignments.push(...command.assignments);
    else
      this.#addWords(command.words, command.piped, {
        ...around,
        assignments: [...around.assignments, ...command.assignments],
      });
  }

  #addWords(words: readonly ShellWord[], piped: boolean, around: Around): void {
    const [first, ...args] = words;
    const path = first?.value;
    if (path === undefined || path === "") this.#fail(`what ${first?.text} runs is known only then`);
    else if (around.depth >= maxNesting) this.#fail("it is wrapped too deeply");
    else {
      const { depth: _depth, ...inherited } = around;
      this.#addCall({ program: programName(path), args, piped, ...inherited }, around);
    }
  }

  #addCall(call: Call, around: Around): void {
    const { program, args } = call;
    // `command -v` only looks.
    const asks = program === "command" && /^-p?[vV]/.test(args[0]?.value ?? "");
    const wrapper = Object.hasOwn(wrappers, program) && !asks ? wrappers[program] : undefined;
    if (wrapper) this.#addWrapped(wrapper, call, around);
    else if (shells.has(program)) this.#addShell(call, around);
    else if (program === "eval") this.#addText(program, args, call, around);
    else this.calls.push(call);
  }

  #addWrapped(wrapper: Wrapper, call: Call, around: Around): void {
    const inner = behind(wrapper, call.args);
    if (typeof inner === "string") this.#fail(`${call.program}: ${inner}`);
    // `env` alone prints, `xargs` alone echoes.
    else if (inner.words.length === 0) this.calls.push(call);
    else
      this.#addWords(inner.words, call.piped, {
        via: [...around.via, call.program],
        assignments: [...around.assignments, ...inner.assignments],
        appends: around.appends || wrapper.appends === true,
        elevated: around.elevated || wrapper.elevates === true,
        depth: around.depth + 1,
      });
  }

  #addShell(call: Call, around: Around): void {
    const at = call.args.findIndex(({ value }) => value === undefined || !/^-[lieux]+$/.test(value));
    const option = at < 0 ? undefined : call.args[at]?.value;
    if (option !== undefined && /^-[leux]*c$/.test(option)) {
      const [text] = call.args.slice(at + 1, at + 2);
      this.#addText(`${call.program} -c`, text ? [text] : [], call, around);
    } else this.calls.push(call);
  }

  #addText(name: string, text: readonly ShellWord[], call: Call, around: Around): void {
    const values = text.flatMap(({ value }) => value ?? []);
    if (values.length < text.length || call.appends || text.length === 0)
      this.#fail(`what ${name} runs is known only then`);
    else
      this.addParsed(parseCommand(values.join(" ")), {
        ...around,
        via: [...around.via, name],
        depth: around.depth + 1,
      });
  }
}

const systemFolders = /^\/(?:usr\/(?:local\/)?)?s?bin\/|^\/opt\/homebrew\/bin\//;

/** The name of a program; the whole path where it stands in a folder that anybody could write to. */
function programName(path: string): string {
  return systemFolders.test(path) ? path.replace(systemFolders, "") : path;
}

/** The command behind a wrapper's own words, or why it is not clear which that is. */
function behind(
  wrapper: Wrapper,
  args: readonly ShellWord[],
): string | { readonly words: readonly ShellWord[]; readonly assignments: readonly ShellAssignment[] } {
  let at = 0;
  for (; at < args.length; at++) {
    const value = args[at]?.value;
    if (value === undefined) return `what ${args[at]?.text} stands for is known only when it runs`;
    if (value === "--") {
      at++;
      break;
    }
    if (!value.startsWith("-")) break;
    if (wrapper.flags.includes(value)) continue;
    if (wrapper.values.includes(value)) at++;
    else if (!wrapper.values.some((one) => attached(one, value))) return `its option ${value} is not known`;
  }
  at += wrapper.operands ?? 0;
  const assignments: ShellAssignment[] = [];
  for (; wrapper.assignments && at < args.length; at++) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(args[at]?.value ?? "") ?? [];
    if (name === undefined || value === undefined) break;
    assignments.push({ name, value: { text: value, value } });
  }
  return { words: args.slice(at), assignments };
}

/** `-n5`, `--signal=KILL`. */
function attached(option: string, value: string): boolean {
  return option.startsWith("--")
    ? value.startsWith(`${option}=`)
    : value.startsWith(option) && value.length > option.length;
}

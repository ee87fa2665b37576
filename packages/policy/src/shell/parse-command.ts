import { forEachChild, parse, type SyntaxNode } from "unbash";
import type {
  ParsedCommand,
  ShellConstruct,
  ShellRedirection,
  ShellWord,
  SimpleCommand,
} from "./parsed-command.ts";
import { shellWord } from "./word.ts";

/** Longer commands are not looked at: they count as not understood. In UTF-16 code units. */
export const maxCommandChars = 65_536;
const maxDepth = 200;

/** Reads a command line as bash would. Never throws: what is not understood says so, with the reason. */
export function parseCommand(text: string): ParsedCommand {
  const reading = new Reading();
  const problem = problemOf(text) ?? reading.read(text);
  const { commands, redirections, constructs } = reading;
  return {
    text,
    understood: problem === undefined,
    ...(problem !== undefined && { reason: problem }),
    commands,
    redirections,
    constructs,
  };
}

/** What makes a text unfit to be judged by its syntax: a shell, a terminal or a person may see another text in it. */
function problemOf(text: string): string | undefined {
  if (text.length > maxCommandChars) return "the command is too long to be judged";
  if (/[^\P{Cc}\n\t]/u.test(text)) return "there are control characters in it";
  if (/[\p{Cf}\u2028\u2029]/u.test(text)) return "there are invisible characters in it";
  if (!text.isWellFormed()) return "it is no well-formed text";
  return undefined;
}

const constructOf: Partial<Record<SyntaxNode["type"], ShellConstruct>> = {
  AndOr: "list",
  Subshell: "subshell",
  BraceGroup: "group",
  If: "condition",
  Case: "condition",
  For: "loop",
  ArithmeticFor: "loop",
  Select: "loop",
  While: "loop",
  Function: "function",
  Coproc: "coprocess",
  CommandExpansion: "substitution",
  ArithmeticCommandExpansion: "substitution",
  ProcessSubstitution: "processSubstitution",
  SimpleExpansion: "expansion",
  ParameterExpansion: "expansion",
  ArithmeticExpansion: "arithmetic",
  ArithmeticCommand: "arithmetic",
  TestCommand: "test",
  Assignment: "assignment",
  Redirect: "redirection",
  HereString: "redirection",
  HereDoc: "hereDocument",
  Negation: "negation",
  Time: "time",
};

/** Bash computes their operands, or expands values once more: a value can hold a command then. */
const evaluating: ReadonlySet<string> = new Set(["Slice", "Transform"]);

/** One walk over the syntax tree. */
class Reading {
  readonly commands: SimpleCommand[] = [];
  readonly redirections: ShellRedirection[] = [];
  readonly constructs = new Set<ShellConstruct>();
  #problem: string | undefined;

  /** What was not understood, if anything. */
  read(text: string): string | undefined {
    try {
      this.#visit(parse(text), 0, false);
    } catch (error) {
      // The parser is meant not to throw: should it, on a depth for one, nothing is known of the command.
      this.#fail(`it could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    return this.#problem;
  }

  #fail(reason: string): void {
    this.#problem ??= reason;
  }

  #visit(node: SyntaxNode, depth: number, piped: boolean): void {
    if (depth > maxDepth) {
      this.#fail("it is nested too deeply");
      return;
    }
    const construct = constructOf[node.type];
    if (construct) this.constructs.add(construct);
    this.#note(node, piped);
    const isPipe = node.type === "Pipeline" && node.commands.length > 1;
    forEachChild(node, (one) => {
      const receives = isPipe && node.type === "Pipeline" && node.commands.indexOf(one as never) > 0;
      this.#visit(one, depth + 1, receives || (piped && node.type !== "CommandExpansion"));
    });
  }

  #note(node: SyntaxNode, piped: boolean): void {
    switch (node.type) {
      case "Script":
        if ("errors" in node && node.errors?.[0]) this.#fail(`no valid shell: ${node.errors[0].message}`);
        if (node.commands.length > 1) this.constructs.add("list");
        return;
      case "CompoundList":
        if (node.commands.length > 1) this.constructs.add("list");
        return;
      case "Statement":
        if (node.background) this.constructs.add("background");
        return;
      case "Pipeline":
        if (node.commands.length > 1) this.constructs.add("pipeline");
        return;
      case "Command":
        this.#addCommand(node, piped);
        return;
      case "Redirected":
        this.redirections.push(...node.redirects.map(redirection));
        return;
      case "HereDoc":
        if (node.closing === undefined) this.#fail("a here-document in it does not end");
        return;
      case "ProcessSubstitution":
      case "CommandExpansion":
      case "ArithmeticCommandExpansion":
        if (node.script === undefined) this.#fail("a substitution in it could not be read");
        return;
      case "ParameterExpansion":
        if (node.operation?.type === "Unknown") this.#fail(`it expands ${node.text}`);
        if (node.index || node.prefix === "!" || evaluating.has(node.operation?.type ?? ""))
          this.constructs.add("arithmetic");
        return;
      case "TestBinary":
        if (/^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)) this.constructs.add("arithmetic");
        return;
      case "TestUnary":
        if (/^-[vR]$/.test(node.operator)) this.constructs.add("arithmetic");
        return;
    }
  }

  #addCommand(node: Extract<SyntaxNode, { type: "Command" }>, piped: boolean): void {
    const words: ShellWord[] = node.name ? [shellWord(node.name)] : [];
    for (const arg of node.args)
      words.push(
        arg.type === "Word"
          ? shellWord(arg)
          : { text: arg.text, value: arg.value.type === "Word" ? assigned(arg.text, arg.value) : undefined },
      );
    const assignments = node.prefix.flatMap((one) =>
      one.type === "Assignment"
        ? [
            {
              name: one.name,
              value: one.value.type === "Word" && !one.index ? shellWord(one.value) : undefined,
            },
          ]
        : [],
    );
    this.commands.push({ words, assignments, redirections: node.redirects.map(redirection), piped });
  }
}

/** `NAME=value` as an argument of `export` and the like. */
function assigned(text: string, value: Parameters<typeof shellWord>[0]): string | undefined {
  const literal = shellWord(value).value;
  return literal === undefined ? undefined : text.slice(0, text.length - value.text.length) + literal;
}

type Redirections = Extract<SyntaxNode, { type: "Command" }>["redirects"];

function redirection(node: Redirections[number]): ShellRedirection {
  const target = node.type === "HereDoc" ? undefined : node.target;
  return { operator: node.operator, target: target && shellWord(target) };
}

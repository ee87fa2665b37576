import type { ApprovalRequest } from "@nucleic/protocol";
import { findProgram } from "../programs/find-program.ts";
import { commandPattern, patternWords } from "../rules/command-pattern.ts";
import { fits } from "../rules/covers.ts";
import type { RuleGround } from "../rules/rule.ts";
import { parseCommand } from "../shell/parse-command.ts";
import type { ShellConstruct } from "../shell/parsed-command.ts";
import { type Call, unwrap } from "../shell/unwrap.ts";

const plainLists: ReadonlySet<ShellConstruct> = new Set(["list", "pipeline"]);

/**
 * A command as the simple commands it consists of, each as text; `undefined` where it is more than plain commands in a
 * row, or one into another.
 */
export function plainCommands(command: string): readonly string[] | undefined {
  const { understood, commands, constructs } = parseCommand(command);
  if (!understood || commands.length === 0) return undefined;
  if ([...constructs].some((one) => !plainLists.has(one))) return undefined;
  return commands.map(({ words }) => words.map(({ text }) => text).join(" "));
}

/** Whether one simple command is of a pattern that allows. */
export function isAllowedBy(
  pattern: string,
  command: string,
  request: ApprovalRequest,
  ground: RuleGround,
): boolean {
  const read = commandPattern(pattern);
  return typeof read !== "string" && fits(read, { ...request, input: { ...request.input, command } }, ground);
}

/** What a command runs, and whether that is all of it. */
export interface SeenCommand {
  readonly calls: readonly Call[];
  readonly isWhole: boolean;
}

/** All that a command runs, for patterns that ask or deny. */
export function seeCommand(command: string): SeenCommand {
  const { calls, problems } = unwrap(parseCommand(command));
  return { calls, isWhole: problems.length === 0 };
}

/** Whether any of it is of the pattern. A word that is known only when it runs may be the one of the pattern. */
export function isCaughtBy(pattern: string, { calls }: SeenCommand): boolean {
  const read = patternWords(pattern);
  if (typeof read === "string") return false;
  const { words, rest } = read;
  return calls.some(({ via, program, args }) => {
    const around = via.flatMap((one) => one.split(" "));
    const name = program.slice(program.lastIndexOf("/") + 1);
    const values = args.map(({ value }) => value);
    return [values, withoutOptionsBefore(name, values)].some((behind) => {
      const given = [...around, name, ...behind];
      return [...around, name].some((_, from) => isOf(words, rest, given.slice(from)));
    });
  });
}

/** `git -C x push` is a `git push` too. */
function withoutOptionsBefore(
  program: string,
  args: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const { values = [] } = findProgram(program)?.before ?? {};
  let at = 0;
  while (args[at]?.startsWith("-")) at += values.includes(args[at] ?? "") || args[at] === "-c" ? 2 : 1;
  return args.slice(at);
}

function isOf(
  words: readonly (string | null)[],
  rest: boolean,
  given: readonly (string | undefined)[],
): boolean {
  if (given.length < words.length || (!rest && given.length > words.length)) return false;
  return words.every((word, i) => word === null || given[i] === undefined || given[i] === word);
}

import { mentionsGuardedPath } from "../guarded-paths.ts";
import { findProgram } from "../programs/find-program.ts";
import { parseCommand } from "../shell/parse-command.ts";
import type { RuleGround } from "./rule.ts";

const plain = "[A-Za-z0-9_@%+=:,./-]+";
const quoted = `'[^'\\p{Cc}]*'|"[^"$\`\\\\!\\p{Cc}]*"`;
const word = new RegExp(`(?:${plain}|${quoted})+`, "uy");

/**
 * The words of a command that a shell takes as they stand: no operators, redirections, expansions, globs, comments or
 * escapes, nor a second line. `undefined` for any other command. Read twice, by the grammar of bash and by a few
 * characters that mean themselves in every shell: where the two differ, there are no plain words.
 */
export function plainWords(command: string): readonly string[] | undefined {
  const { understood, commands, constructs } = parseCommand(command);
  const [only, ...others] = commands;
  if (!understood || only === undefined || others.length > 0 || constructs.size > 0) return undefined;
  const words = wordsByLook(command);
  const isSame = words?.length === only.words.length && words.every((one, i) => only.words[i]?.value === one);
  return isSame ? words : undefined;
}

function wordsByLook(command: string): readonly string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < command.length; ) {
    word.lastIndex = at;
    const found = word.exec(command)?.[0];
    if (found === undefined) return undefined;
    words.push(found.replace(/'([^']*)'|"([^"]*)"/gu, (_, single = "", double = "") => single + double));
    at += found.length;
    const space = /^ */.exec(command.slice(at))?.[0].length ?? 0;
    if (space === 0 && at < command.length) return undefined;
    at += space;
  }
  return words.length > 0 ? words : undefined;
}

/**
 * Whether a word names nothing outside of the folder, nor what configures an agent. Any piece of it that could be a path
 * is taken for one: this errs on the side of asking.
 */
export function staysInside(text: string, { folder, insideOf }: RuleGround, cwd: string): boolean {
  if (text.includes("~") || /(?<!\.)\.\.(\/|$)/.test(text) || mentionsGuardedPath(text)) return false;
  const behindOption = /^-[^/]*(\/.*)$/.exec(text)?.[1];
  const pieces = [...text.split(/[=:,\s]/), ...(behindOption === undefined ? [] : [behindOption])];
  return pieces.every((piece) => {
    if (piece === "") return true;
    const inside = insideOf(folder, cwd, piece);
    return inside !== undefined && !mentionsGuardedPath(inside);
  });
}

const runsAnother: ReadonlySet<string> = new Set([
  ..."sh bash zsh dash ash ksh fish csh tcsh pwsh powershell cmd busybox".split(" "),
  ..."sudo doas su env xargs nohup time timeout nice ionice setsid stdbuf script watch parallel".split(" "),
  ..."eval exec command builtin source . trap ssh find fd docker podman kubectl nsenter chroot".split(" "),
]);
const interprets = /^(python|node|perl|ruby|php|deno|bun|lua|awk|gawk|mawk|tclsh|osascript|Rscript)[\d.]*$/;

/** Why words make no prefix that a person can judge, or `undefined` where they do. */
export function prefixProblem(words: readonly (string | null)[]): string | undefined {
  const [first, ...others] = words;
  if (first === undefined || first === null) return "it has to begin with the name of a program";
  const program = first.slice(first.lastIndexOf("/") + 1);
  if (first.includes("=")) return "it begins with a variable";
  if (runsAnother.has(program)) return `${program} runs whatever follows`;
  if (interprets.test(program) && (others.length < 2 || (others.at(-1) ?? "-").startsWith("-")))
    return `${program} runs whatever follows`;
  const facts = findProgram(program);
  if (facts?.subcommands && (others[0] ?? "-").startsWith("-"))
    return `${program} does many things: name which, as in "${program} ${Object.keys(facts.subcommands)[0]} *"`;
  if (others.length === 0 && (facts === undefined || first !== program))
    return `${first} is no program that is known here: name what it does too`;
  return undefined;
}

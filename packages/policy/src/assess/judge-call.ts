import type { OptionFact, ProgramFacts } from "../programs/facts.ts";
import { findProgram } from "../programs/find-program.ts";
import type { ShellWord } from "../shell/parsed-command.ts";
import type { Call } from "../shell/unwrap.ts";
import { isOption } from "./option-match.ts";
import { clip, judgeFile, type Scene } from "./scene.ts";
import { specialChecks } from "./special-checks.ts";
import { judgeAssignment } from "./variables.ts";
import type { Verdict } from "./verdict.ts";

/** All that is to be said of one call. */
export function judgeCall(call: Call, scene: Scene): readonly Verdict[] {
  const around = call.assignments.flatMap((one) => judgeAssignment(one, true) ?? []);
  const elevated: Verdict[] = call.elevated
    ? [{ risk: "destructive", reason: `as another user, by ${call.via.at(-1) ?? "sudo"}` }]
    : [];
  return [...elevated, ...around, ...judgeProgram(call, scene)];
}

function judgeProgram(call: Call, scene: Scene): readonly Verdict[] {
  const facts = findProgram(call.program);
  if (facts === undefined)
    return [{ risk: "execute", reason: `${clip(call.program)} is no program that is known here` }];
  if (call.args.length === 1 && /^--(?:version|help)$/.test(call.args[0]?.value ?? ""))
    return [{ risk: "read", reason: `${call.program} tells about itself` }];
  const chosen = subcommand(call, facts, scene);
  if ("risk" in chosen) return [chosen];
  return [...chosen.before, ...judgeWords(call, chosen, scene)];
}

interface Chosen {
  readonly name: string;
  readonly facts: ProgramFacts;
  readonly args: readonly ShellWord[];
  /** What stood before the subcommand. */
  readonly before: readonly Verdict[];
}

/** The subcommand that a call names, if its program has any; a verdict where that cannot be told. */
function subcommand(call: Call, facts: ProgramFacts, scene: Scene): Chosen | Verdict {
  const { program, args } = call;
  const { subcommands } = facts;
  const whole = { name: program, facts, args, before: [] };
  if (subcommands === undefined) return whole;
  const { flags = [], values = [] } = facts.before ?? {};
  const before: Verdict[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const value = args[at]?.value;
    if (value === undefined) return unclear(args[at]);
    if (!value.startsWith("-")) break;
    if (flags.includes(value)) continue;
    if (values.includes(value)) {
      const named = args[++at];
      before.push(...(named ? [judgeFile(named, "read", scene)] : []).flatMap((one) => one ?? []));
    } else if (!values.some((one) => one.startsWith("--") && value.startsWith(`${one}=`)))
      return { risk: "unknown", reason: `${program} ${clip(value)} may do anything` };
  }
  const word = args[at]?.value;
  if (word === undefined) {
    const bare = facts.bare;
    return bare ? { risk: bare[0], reason: `${program} ${bare[1]}` } : { ...whole, before };
  }
  const inner = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (inner === undefined) return { ...whole, name: `${program} ${clip(word)}`, before };
  const options = { ...facts.options, ...inner.options };
  return { name: `${program} ${word}`, facts: { ...inner, options }, args: args.slice(at + 1), before };
}

function unclear(word: ShellWord | undefined): Verdict {
  return { risk: "unknown", reason: `what ${clip(word?.text ?? "")} stands for is known only when it runs` };
}

function judgeWords(call: Call, { name, facts, args }: Chosen, scene: Scene): readonly Verdict[] {
  const say = ([risk, why]: OptionFact): Verdict => ({ risk, reason: `${name} ${why}` });
  const found: Verdict[] = [];
  const words = args.flatMap(({ value }) => value ?? []);
  const byWord = Object.entries(facts.words ?? {}).flatMap(([word, fact]) =>
    words.includes(word) ? [say(fact)] : [],
  );
  // A word such as `list` says what it is instead; any other adds to it.
  const isTold = byWord.some(({ risk }) => risk === "read") && words[0] !== undefined;
  if (!isTold || !Object.hasOwn(facts.words ?? {}, words[0] ?? "")) found.push(say([facts.risk, facts.why]));
  found.push(...byWord);
  for (const [option, fact] of Object.entries(facts.options ?? {}))
    if (words.some((word) => isOption(word, option))) found.push(say(fact));
  if (facts.check) found.push(...specialChecks[facts.check]({ ...call, args }, scene));
  if (call.appends && facts.operands !== "text")
    found.push({ risk: "execute", reason: `what ${name} is given is known only when it runs` });
  return [...found, ...judgeOperands(name, facts, args, scene)];
}

const inPlace = ["-i", "--in-place"];

function judgeOperands(
  name: string,
  facts: ProgramFacts,
  args: readonly ShellWord[],
  scene: Scene,
): readonly Verdict[] {
  const isOptionWord = ({ value }: ShellWord) => value?.startsWith("-") === true && value !== "-";
  const operands = args.filter((word) => !isOptionWord(word));
  const changes =
    facts.check === "sed" && args.some(({ value = "" }) => inPlace.some((one) => isOption(value, one)));
  const written =
    facts.operands === "writes" || changes ? operands : operands.slice(facts.readsAtMost ?? operands.length);
  const found: Verdict[] = [];
  if (changes) found.push({ risk: "write", reason: `${name} changes files in place` });
  else if (written.length > 0 && facts.operands !== "writes")
    found.push({ risk: "write", reason: `${name} changes ${clip(written[0]?.text ?? "")}` });
  for (const word of fileWords(facts, args)) {
    const use = written.includes(word) ? "write" : "read";
    const verdict = judgeFile(word, use, scene);
    if (verdict) found.push(verdict);
  }
  return found;
}

/** The words that may name files, options included: a path can stand behind their letters. */
function fileWords(facts: ProgramFacts, args: readonly ShellWord[]): readonly ShellWord[] {
  if (facts.operands === "text") {
    const mayBeOption = facts.options !== undefined && Object.keys(facts.options).length > 0;
    // Only the words of which it is not known whether they are one of the options.
    return mayBeOption ? args.filter(({ value }) => value === undefined) : [];
  }
  if (facts.operands !== "patternThenReads") return args;
  const hasPattern = args.some(
    ({ value = "" }) =>
      value.startsWith("-") && ["-e", "-f", "--regexp", "--file"].some((one) => isOption(value, one)),
  );
  const first = args.findIndex(({ value }) => value === undefined || !value.startsWith("-"));
  // A pattern may hold anything, so long as it is no option: those begin with a dash that is written there.
  const isSafe = !/^["']?\$|^["']?`/.test(args[first]?.text ?? "");
  return hasPattern || first < 0 || !isSafe ? args : args.toSpliced(first, 1);
}

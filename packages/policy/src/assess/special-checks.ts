import type { ProgramFacts } from "../programs/facts.ts";
import type { Call } from "../shell/unwrap.ts";
import { isOption } from "./option-match.ts";
import { judgeFile, type Scene } from "./scene.ts";
import { judgeAssignment } from "./variables.ts";
import type { Verdict } from "./verdict.ts";

type Check = (call: Call, scene: Scene) => readonly Verdict[];

const values = ({ args }: Call) => args.flatMap(({ value }) => value ?? []);
const hasOption = (call: Call, ...options: readonly string[]) =>
  values(call).some((word) => options.some((option) => isOption(word, option)));
const operands = (call: Call) => values(call).filter((word) => word === "-" || !word.startsWith("-"));

const address = String.raw`(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?)`;
const substitution = String.raw`s([^\w\s\\])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpIi\d]*`;
const plainSed = new RegExp(
  String.raw`^\s*(?:${address}(?:,\+?${address})?)?\s*!?\s*(?:[pdqnhHgGxNP=]|${substitution})?\s*$`,
);

/** A script that only picks, drops and replaces. One that runs programs or writes files has `e`, `w` or more. */
const sed: Check = (call) => {
  const found: Verdict[] = [];
  const [script = ""] = operands(call);
  if (
    hasOption(call, "-f", "--file") ||
    !script.split(/;(?=\s*(?:\d|\$|\/|[pdqs]))|\n/).every((one) => plainSed.test(one))
  )
    found.push({ risk: "execute", reason: "sed's script may run programs or write files" });
  return found;
};

const awk: Check = (call) => {
  const [program = ""] = operands(call);
  const isPlain =
    !/[|>@]|system|getline|close|fflush/.test(program) &&
    !hasOption(call, "-f", "-i", "-l", "-E", "-e", "--file", "--include", "--load", "--exec", "--source");
  return isPlain ? [] : [{ risk: "execute", reason: "awk's program may run programs or write files" }];
};

const given = (program: string): Verdict => ({
  risk: "unknown",
  reason: `${program} runs whatever it is given`,
});

const shell: Check = (call) => {
  const isPlain = values(call).every((word) => !word.startsWith("-") || /^-[lieuxv]+$/.test(word));
  return isPlain && operands(call).length > 0 && !call.appends ? [] : [given(call.program)];
};

const interpreter: Check = (call) => {
  const [first] = operands(call);
  return call.appends || (call.piped && (first === undefined || first === "-")) ? [given(call.program)] : [];
};

/** `export A=b` is an assignment like any other; a name with an index is computed. */
const declares: Check = ({ program, args }) =>
  args.flatMap(({ text, value }) => {
    if (/^-[A-Za-z]*[nCi]/.test(value ?? ""))
      return { risk: "execute" as const, reason: `${program} can run code` };
    if ((value ?? "").startsWith("-")) return [];
    if (/^[A-Za-z_]\w*\+?=/.test(text)) {
      const name = text.slice(0, text.search(/\+?=/));
      return judgeAssignment({ name, value: { text, value: undefined } }, true) ?? [];
    }
    if (/^[A-Za-z_]\w*$/.test(value ?? "") && program !== "read") return [];
    return judgeAssignment({ name: value ?? text, value: { text, value } }, false) ?? [];
  });

const cd: Check = (call) => {
  if (call.program === "popd" || operands(call).some((word) => word !== "-")) return [];
  return [{ risk: "unknown", reason: "goes to a folder that is known only when it runs" }];
};

/** URLs are no files; whatever else could be one is taken for one that is written. */
const curl: Check = (call, scene) => {
  const found: Verdict[] = [];
  for (const word of call.args) {
    const { value } = word;
    if (value === undefined || /^https?:\/\/[^\s]*$/i.test(value)) continue;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value))
      found.push({ risk: "unknown", reason: `${call.program} opens ${value}` });
    else found.push(...[judgeFile(word, "write", scene)].flatMap((one) => one ?? []));
  }
  return found;
};

/** What a table of options cannot say. */
export const specialChecks: Readonly<Record<NonNullable<ProgramFacts["check"]>, Check>> = {
  sed,
  awk,
  shell,
  interpreter,
  declares,
  cd,
  curl,
};

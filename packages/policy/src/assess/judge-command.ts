import { resolvePath } from "../posix-path.ts";
import { parseCommand } from "../shell/parse-command.ts";
import type { ShellRedirection } from "../shell/parsed-command.ts";
import { type Call, unwrap } from "../shell/unwrap.ts";
import { judgeCall } from "./judge-call.ts";
import { judgeFile, type Scene } from "./scene.ts";
import { judgeAssignment } from "./variables.ts";
import { isGraver, type Verdict } from "./verdict.ts";

/** What is to be said of a command, and the call of it that is the gravest. */
export interface CommandVerdict {
  readonly verdicts: readonly Verdict[];
  readonly gravestCall: Call | undefined;
  /** How many programs it runs. */
  readonly calls: number;
}

const maxFolders = 16;

/** Judges a command line by all that it runs, reads and writes. */
export function judgeCommand(text: string, scene: Scene): CommandVerdict {
  const parsed = parseCommand(text);
  const { calls, assignments, redirections, computes, problems } = unwrap(parsed);
  const verdicts: Verdict[] = problems.map((reason) => ({ risk: "unknown", reason }));
  const there = { ...scene, cwds: foldersOf(calls, scene.cwds) };
  if (there.cwds.length > maxFolders)
    verdicts.push({ risk: "unknown", reason: "it goes to too many folders to be followed" });
  if (computes)
    verdicts.push({ risk: "execute", reason: "it computes with values, which can hold commands" });
  verdicts.push(...assignments.flatMap((one) => judgeAssignment(one, false) ?? []));
  verdicts.push(...redirections.flatMap((one) => judgeRedirection(one, there)));
  let gravestCall: Call | undefined;
  let worst: Verdict["risk"] = "read";
  for (const call of calls)
    for (const verdict of judgeCall(call, there)) {
      verdicts.push(verdict);
      if (gravestCall !== undefined && !isGraver(verdict.risk, worst)) continue;
      gravestCall = call;
      worst = verdict.risk;
    }
  if (verdicts.length === 0 && parsed.understood) verdicts.push({ risk: "read", reason: "it runs nothing" });
  return { verdicts, gravestCall, calls: calls.length };
}

/** Every folder that the command may be in at some time: `cd` may or may not have happened. */
function foldersOf(calls: readonly Call[], cwds: readonly string[]): readonly string[] {
  const folders = new Set(cwds);
  for (const { program, args } of calls) {
    if (program !== "cd" && program !== "pushd") continue;
    for (const { value } of args)
      if (value !== undefined && !value.startsWith("-"))
        for (const folder of [...folders])
          if (folders.size <= maxFolders) folders.add(resolvePath(folder, value));
  }
  return [...folders];
}

function judgeRedirection({ operator, target }: ShellRedirection, scene: Scene): readonly Verdict[] {
  if (target === undefined || operator === "<<<") return [];
  if (/&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value ?? "")) return [];
  const reads = operator === "<" || operator === "<&";
  const verdict = judgeFile(target, reads ? "read" : "write", scene);
  if (verdict) return [verdict];
  if (reads || /^\/dev\//.test(target.value ?? "")) return [];
  return [{ risk: "write", reason: `writes ${target.value}` }];
}

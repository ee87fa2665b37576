import type { ApprovalRequest } from "@nucleic/protocol";
import { isGuardedPath } from "../approval/guarded-paths.ts";
import { RuntimeError } from "../errors.ts";
import { covers, insideFolder } from "./covers.ts";
import { inputForm, isPlainInput, namedFiles, placeOf, takesFile } from "./input-form.ts";
import { plainWords, prefixProblem } from "./plain-words.ts";
import type { RuleCore, RuleMatch } from "./rule.ts";

/**
 * The rule that a person makes by allowing a request always, in a session that works in `folder`. Without a pattern it is
 * as narrow as can be: exactly this command, this file, or this input. Patterns:
 *
 * | tool | pattern | covers |
 * |---|---|---|
 * | Bash | `npm test *` | commands that begin with these words and go on with plain words |
 * | Bash | the command | exactly it |
 * | Read, Write, Edit, … | `src/**`, `**` | files below the folder |
 * | Read, Write, Edit, … | `src/a.ts` | the file |
 *
 * @throws RuntimeError `ruleRefused` for a pattern that covers too much, or not what was asked.
 */
export function deriveRule(request: ApprovalRequest, pattern: string | undefined, folder: string): RuleCore {
  const { tool, nativeTool } = request;
  if (pattern === undefined) return { tool, nativeTool, match: narrowest(request, folder) };
  const rule = { tool, nativeTool, match: patternMatch(request, pattern, folder) };
  if (!covers(rule, request, folder)) throw refused("the pattern does not cover what was asked");
  return rule;
}

function narrowest(request: ApprovalRequest, folder: string): RuleMatch {
  const place = placeOf(request, folder);
  const { command } = request.input;
  if (isPlainInput(request)) {
    if (request.tool === "Bash" && typeof command === "string") return { kind: "command", command, place };
    const file = onlyFile(request, folder);
    if (file !== undefined) return { kind: "file", path: file };
  }
  return { kind: "input", input: inputForm(request), place };
}

/** The file that a request names, where it is one that a rule may stand for. */
function onlyFile(request: ApprovalRequest, folder: string): string | undefined {
  if (!takesFile(request.tool)) return undefined;
  const files = new Set(namedFiles(request).map((file) => insideFolder(folder, request.cwd, file)));
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) return undefined;
  const match = { kind: "file" as const, path: file };
  if (request.tool !== "Read" && isGuardedPath(file)) return undefined;
  return covers({ ...request, match }, request, folder) ? file : undefined;
}

function patternMatch(request: ApprovalRequest, pattern: string, folder: string): RuleMatch {
  if (request.tool === "Bash") return commandMatch(pattern, placeOf(request, folder));
  if (!takesFile(request.tool))
    throw refused(`${request.tool} has no patterns`, "Leave the pattern out to allow exactly this.");
  const path = pattern.replace(/\/?\*\*$/, "") || ".";
  const isFolder = pattern.endsWith("/**") || pattern === "**";
  if (/[*?[\]{}\\]/.test(path) || path.startsWith("/") || path.split("/").includes(".."))
    throw refused("only a file of the working folder, or a folder with /** behind it, can be named");
  return { kind: isFolder ? "folder" : "file", path };
}

function commandMatch(pattern: string, place: string): RuleMatch {
  if (!pattern.endsWith(" *")) return { kind: "command", command: pattern, place };
  const words = plainWords(pattern.slice(0, -2));
  if (words === undefined) throw refused("only plain words can stand before the *");
  const problem = prefixProblem(words);
  if (problem !== undefined) throw refused(problem);
  return { kind: "commandPrefix", words, place };
}

function refused(why: string, hint = "Allow this once, or choose a narrower pattern."): RuntimeError {
  return new RuntimeError("ruleRefused", `no rule was made: ${why}`, { hint });
}

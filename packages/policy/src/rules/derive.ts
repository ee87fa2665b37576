import type { ApprovalRequest } from "@nucleic/protocol";
import { isGuardedPath } from "../guarded-paths.ts";
import { PolicyError } from "../policy-error.ts";
import { commandPattern } from "./command-pattern.ts";
import { covers, insideFolder } from "./covers.ts";
import { inputForm, isPlainInput, namedFiles, placeOf, takesFile } from "./input-form.ts";
import type { RuleCore, RuleGround, RuleMatch } from "./rule.ts";

/**
 * The rule that a person makes by allowing a request always, in a session that works in the ground's folder. Without a pattern it is
 * as narrow as can be: exactly this command, this file, or this input. Patterns:
 *
 * | tool | pattern | covers |
 * |---|---|---|
 * | Bash | `npm test *` | commands that begin with these words and go on with plain words, of no graver risk than this one |
 * | Bash | `npm run * --silent` | the same, with any one word in the place of the `*` |
 * | Bash | the command | exactly it |
 * | Read, Write, Edit, … | `src/**`, `**` | files below the folder |
 * | Read, Write, Edit, … | `src/a.ts` | the file |
 *
 * @throws PolicyError `ruleRefused` for a pattern that covers too much, or not what was asked.
 */
export function deriveRule(
  request: ApprovalRequest,
  pattern: string | undefined,
  ground: RuleGround,
): RuleCore {
  const { tool, nativeTool } = request;
  if (pattern === undefined) return { tool, nativeTool, match: narrowest(request, ground) };
  const rule = { tool, nativeTool, match: patternMatch(request, pattern) };
  if (!covers(rule, request, ground)) throw refused("the pattern does not cover what was asked");
  return rule;
}

function narrowest(request: ApprovalRequest, ground: RuleGround): RuleMatch {
  const place = placeOf(request, ground.folder);
  const { command } = request.input;
  if (isPlainInput(request)) {
    if (request.tool === "Bash" && typeof command === "string") return { kind: "command", command, place };
    const file = onlyFile(request, ground);
    if (file !== undefined) return { kind: "file", path: file };
  }
  return { kind: "input", input: inputForm(request), place };
}

/** The file that a request names, where it is one that a rule may stand for. */
function onlyFile(request: ApprovalRequest, ground: RuleGround): string | undefined {
  if (!takesFile(request.tool)) return undefined;
  const files = new Set(namedFiles(request).map((file) => insideFolder(ground, request.cwd, file)));
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) return undefined;
  const match = { kind: "file" as const, path: file };
  if (request.tool !== "Read" && isGuardedPath(file)) return undefined;
  return covers({ ...request, match }, request, ground) ? file : undefined;
}

function patternMatch(request: ApprovalRequest, pattern: string): RuleMatch {
  if (request.tool === "Bash") return commandMatch(request, pattern);
  if (!takesFile(request.tool))
    throw refused(`${request.tool} has no patterns`, "Leave the pattern out to allow exactly this.");
  const path = pattern.replace(/\/?\*\*$/, "") || ".";
  const isFolder = pattern.endsWith("/**") || pattern === "**";
  if (/[*?[\]{}\\]/.test(path) || path.startsWith("/") || path.split("/").includes(".."))
    throw refused("only a file of the working folder, or a folder with /** behind it, can be named");
  return { kind: isFolder ? "folder" : "file", path };
}

function commandMatch({ risk = "unknown" }: ApprovalRequest, pattern: string): RuleMatch {
  const parsed = commandPattern(pattern);
  if (typeof parsed === "string") throw refused(parsed);
  return { kind: "commandPattern", ...parsed, upTo: risk };
}

function refused(why: string, hint = "Allow this once, or choose a narrower pattern."): PolicyError {
  return new PolicyError("ruleRefused", `no rule was made: ${why}`, { hint });
}

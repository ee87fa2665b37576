import type { ApprovalRequest } from "@nucleic/protocol";
import { isGraver } from "../assess/verdict.ts";
import { isGuardedPath } from "../guarded-paths.ts";
import { resolvePath } from "../posix-path.ts";
import { inputForm, isPlainInput, namedFiles, placeOf, takesFile } from "./input-form.ts";
import { plainWords, staysInside } from "./plain-words.ts";
import type { CommandPattern, RuleCore, RuleGround, RuleMatch } from "./rule.ts";

/**
 * Whether a rule allows a request of a session that works in the ground's folder. A rule for one exact input or command
 * covers it whatever its risk; any other covers nothing destructive or unknown, nothing outside of the folder with every
 * symlink resolved, and no write to what configures an agent. A request without a risk counts as unknown.
 */
export function covers(rule: RuleCore, request: ApprovalRequest, ground: RuleGround): boolean {
  if (rule.tool !== request.tool || rule.nativeTool !== request.nativeTool) return false;
  const { match } = rule;
  switch (match.kind) {
    case "input":
      return placeOf(request, ground.folder) === match.place && inputForm(request) === match.input;
    case "command":
      return isCommand(request) && isAt(request, match, ground) && request.input.command === match.command;
    case "commandPrefix":
      return (
        isModest(request) &&
        isCommand(request) &&
        isAt(request, match, ground) &&
        fits({ words: match.words, rest: true }, request, ground)
      );
    case "commandPattern":
      return isModest(request) && isCommand(request) && coversPattern(match, request, ground);
    case "file":
    case "folder":
      return isModest(request) && areFilesOf(match, request, ground);
    default:
      return match satisfies never;
  }
}

function isModest({ risk = "unknown" }: ApprovalRequest): boolean {
  return risk !== "destructive" && risk !== "unknown";
}

function isCommand(request: ApprovalRequest): boolean {
  return request.tool === "Bash" && isPlainInput(request);
}

function isAt(request: ApprovalRequest, { place }: { readonly place: string }, ground: RuleGround): boolean {
  return placeOf(request, ground.folder) === place;
}

function coversPattern(match: CommandPattern, request: ApprovalRequest, ground: RuleGround): boolean {
  if (isGraver(request.risk ?? "unknown", match.upTo)) return false;
  return (
    ground.insideOf(ground.folder, cwdOf(request, ground), ".") !== undefined && fits(match, request, ground)
  );
}

/** Where a command works, with what the folder is called in the rule. */
function cwdOf(request: ApprovalRequest, { folder }: RuleGround): string {
  return resolvePath(folder, placeOf(request, folder));
}

/** Whether a command is of these words, and names nothing outside with the others. */
export function fits(
  { words, rest }: Pick<CommandPattern, "words" | "rest">,
  request: ApprovalRequest,
  ground: RuleGround,
): boolean {
  const { input, paths = [] } = request;
  const given = typeof input.command === "string" ? plainWords(input.command) : undefined;
  if (given === undefined || given.length < words.length || (!rest && given.length > words.length))
    return false;
  const isWord = (one: string, wanted: string | null | undefined) =>
    wanted === null ? !one.startsWith("-") : one === wanted;
  if (!given.slice(0, words.length).every((one, i) => isWord(one, words[i]))) return false;
  const free = given.filter((_, i) => (words[i] ?? undefined) === undefined);
  const cwd = cwdOf(request, ground);
  return [...free, ...paths].every((one) => staysInside(one, ground, cwd));
}

function areFilesOf(
  { kind, path }: Extract<RuleMatch, { kind: "file" | "folder" }>,
  request: ApprovalRequest,
  ground: RuleGround,
): boolean {
  const files = namedFiles(request);
  if (!takesFile(request.tool) || !isPlainInput(request) || files.length === 0) return false;
  return files.every((file) => {
    const inside = insideFolder(ground, request.cwd, file);
    if (inside === undefined || ((kind === "folder" || request.tool !== "Read") && isGuardedPath(inside)))
      return false;
    return kind === "file" ? inside === path : path === "." || inside.startsWith(`${path}/`);
  });
}

/** A file as rules name it, or `undefined` where it really is outside. */
export function insideFolder(
  { folder, insideOf }: RuleGround,
  cwd: string,
  file: string,
): string | undefined {
  return insideOf(folder, cwd, file) || undefined;
}

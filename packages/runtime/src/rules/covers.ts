import { resolve, sep } from "node:path";
import type { ApprovalRequest, Risk } from "@nucleic/protocol";
import { isGuardedPath } from "../approval/guarded-paths.ts";
import { insideOf } from "../approval/inside.ts";
import { inputForm, isPlainInput, namedFiles, placeOf, takesFile } from "./input-form.ts";
import { plainWords, staysInside } from "./plain-words.ts";
import type { RuleCore, RuleMatch } from "./rule.ts";

const tooGrave: ReadonlySet<Risk> = new Set(["destructive", "unknown"]);

/**
 * Whether a rule allows a request of a session that works in `folder`. A rule for one exact input or command covers it
 * whatever its risk; any other covers nothing destructive or unknown, nothing outside of the folder with every symlink
 * resolved, and no write to what configures an agent.
 */
export function covers(rule: RuleCore, request: ApprovalRequest, folder: string): boolean {
  if (rule.tool !== request.tool || rule.nativeTool !== request.nativeTool) return false;
  const { match } = rule;
  switch (match.kind) {
    case "input":
      return placeOf(request, folder) === match.place && inputForm(request) === match.input;
    case "command":
      return isCommandAt(request, folder, match) && request.input.command === match.command;
    case "commandPrefix":
      return isModest(request) && isCommandAt(request, folder, match) && beginsWith(match, request, folder);
    case "file":
    case "folder":
      return isModest(request) && areFilesOf(match, request, folder);
    default:
      return match satisfies never;
  }
}

function isModest({ risk = "unknown" }: ApprovalRequest): boolean {
  return !tooGrave.has(risk);
}

function isCommandAt(
  request: ApprovalRequest,
  folder: string,
  { place }: { readonly place: string },
): boolean {
  return request.tool === "Bash" && isPlainInput(request) && placeOf(request, folder) === place;
}

function beginsWith(
  { words, place }: Extract<RuleMatch, { kind: "commandPrefix" }>,
  { input, paths }: ApprovalRequest,
  folder: string,
): boolean {
  const given = typeof input.command === "string" ? plainWords(input.command) : undefined;
  if (given === undefined || words.some((word, i) => given[i] !== word)) return false;
  const cwd = resolve(folder, place);
  return [...given.slice(words.length), ...(paths ?? [])].every((word) => staysInside(word, folder, cwd));
}

function areFilesOf(
  { kind, path }: Extract<RuleMatch, { kind: "file" | "folder" }>,
  request: ApprovalRequest,
  folder: string,
): boolean {
  const files = namedFiles(request);
  if (!takesFile(request.tool) || !isPlainInput(request) || files.length === 0) return false;
  return files.every((file) => {
    const inside = insideFolder(folder, request.cwd, file);
    if (inside === undefined || ((kind === "folder" || request.tool !== "Read") && isGuardedPath(inside)))
      return false;
    return kind === "file" ? inside === path : path === "." || inside.startsWith(`${path}/`);
  });
}

/** A file as rules name it, or `undefined` where it really is outside. */
export function insideFolder(folder: string, cwd: string, file: string): string | undefined {
  return insideOf(folder, cwd, file)?.split(sep).join("/") || undefined;
}

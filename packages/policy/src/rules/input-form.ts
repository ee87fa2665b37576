import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ApprovalRequest, canonicalJson, type ToolName } from "@nucleic/protocol/core";
import { pathInside, resolvePath } from "../posix-path.ts";

const maxInputChars = 4_096;

/** Members that say how, not what: they change from call to call and do nothing by themselves. */
const commentary: Partial<Record<ToolName, readonly string[]>> = { Bash: ["description", "timeoutMs"] };

/** The members that the shared vocabulary knows. Whatever else is in an input may change what it means. */
const known: Partial<Record<ToolName, readonly string[]>> = {
  Bash: ["command", "cwd", "description", "timeoutMs", "background"],
  Read: ["path", "offset", "limit"],
  Write: ["path", "content"],
  Edit: ["path", "oldText", "newText", "all"],
  MultiEdit: ["path", "edits"],
  NotebookEdit: ["path", "cellId", "newSource", "editMode"],
};

/** The tools of which a rule can name a file. */
export function takesFile(tool: ToolName): boolean {
  return tool !== "Bash" && known[tool] !== undefined;
}

/** Whether nothing in the input is the backend's own. */
export function isPlainInput({ tool, input }: Pick<ApprovalRequest, "tool" | "input">): boolean {
  return Object.keys(input).every((name) => known[tool]?.includes(name));
}

/** The input in one exact form; a digest of it where it is long. */
export function inputForm({ tool, input, paths }: Pick<ApprovalRequest, "tool" | "input" | "paths">): string {
  const dropped = commentary[tool] ?? [];
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !dropped.includes(name)));
  const form = canonicalJson(paths === undefined ? { input: kept } : { input: kept, paths });
  if (form.length <= maxInputChars) return form;
  return `blake2b:${bytesToHex(blake2b(utf8ToBytes(form), { dkLen: 32 }))}`;
}

/** Where a call works, as seen from the session's working folder: `.`, a folder below it, else an absolute path. */
export function placeOf({ input, cwd }: Pick<ApprovalRequest, "input" | "cwd">, folder: string): string {
  const at = typeof input.cwd === "string" ? resolvePath(cwd, input.cwd) : cwd;
  const inside = pathInside(folder, at);
  return inside === undefined ? at : inside || ".";
}

/** Every file that a request names. */
export function namedFiles({ input, paths }: Pick<ApprovalRequest, "input" | "paths">): readonly string[] {
  return [...(typeof input.path === "string" ? [input.path] : []), ...(paths ?? [])];
}

import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ApprovalRequest, Risk, ToolName } from "@nucleic/protocol";

/** What a person is told about a request besides the raw facts. */
export interface Assessment {
  /** One line a person can judge on a watch. */
  readonly summary: string;
  readonly risk: Risk;
  readonly riskReasons: readonly string[];
}

/** Judges a request. Pure and quick; what it throws counts as risk `unknown`. */
export type Assess = (request: ApprovalRequest) => Assessment;

const maxSummaryChars = 160;

/**
 * Judges by the tool alone, and calls everything else unknown: commands execute, reads inside the working folder read,
 * edits inside it write. Paths are compared as they are written: a symlink is not followed, so this is no boundary.
 */
export const assessConservatively: Assess = (request) => {
  const { risk, reasons } = judge(request);
  return { summary: summarize(request), risk, riskReasons: reasons };
};

/** The assessment, whatever the one who judges does. */
export function assessSafely(assess: Assess, request: ApprovalRequest): Assessment {
  try {
    return assess(request);
  } catch (error) {
    const reason = `could not be judged: ${error instanceof Error ? error.message : String(error)}`;
    return { summary: summarize(request), risk: "unknown", riskReasons: [oneLine(reason)] };
  }
}

const riskOf: Readonly<Record<ToolName, Risk>> = {
  Bash: "execute",
  Read: "read",
  Glob: "read",
  Grep: "read",
  Write: "write",
  Edit: "write",
  MultiEdit: "write",
  NotebookEdit: "write",
  WebFetch: "network",
  WebSearch: "network",
  Task: "execute",
  TodoWrite: "read",
  AskUser: "read",
  Mcp: "unknown",
  ExitPlan: "unknown",
  Other: "unknown",
};

const takesPath: ReadonlySet<ToolName> = new Set([
  "Read",
  "Glob",
  "Grep",
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
]);

function judge(request: ApprovalRequest): { risk: Risk; reasons: readonly string[] } {
  const risk = riskOf[request.tool];
  if (risk === "unknown") return { risk, reasons: [`nothing is known of ${oneLine(request.nativeTool)}`] };
  if (!takesPath.has(request.tool)) return { risk, reasons: [] };
  const named = [request.input.path, ...(request.paths ?? [])].filter((path) => path !== undefined);
  const outside = named.find((path) => typeof path !== "string" || !isInside(request.cwd, path));
  if (outside !== undefined)
    return { risk: "unknown", reasons: [`outside the working folder: ${oneLine(String(outside))}`] };
  if (named.length === 0 && risk !== "read") return { risk: "unknown", reasons: ["it names no file"] };
  return { risk, reasons: [] };
}

function isInside(cwd: string, path: string): boolean {
  const from = relative(cwd, resolve(cwd, path));
  return from === "" || (from !== ".." && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

function summarize({ tool, nativeTool, input, paths, cwd }: ApprovalRequest): string {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const named = text(input.path) ?? paths?.[0];
  const path =
    named !== undefined && isInside(cwd, named) ? relative(cwd, resolve(cwd, named)) || "." : named;
  const subject =
    {
      Bash: text(input.command),
      WebFetch: text(input.url),
      WebSearch: text(input.query),
      Task: text(input.description) ?? text(input.prompt),
      Glob: text(input.pattern),
      Grep: text(input.pattern),
      Mcp: [text(input.server), text(input.tool)].filter(Boolean).join(" ") || undefined,
    }[tool as string] ?? path;
  const name = tool === "Other" || tool === "Mcp" ? nativeTool : tool;
  return oneLine(subject === undefined ? name : `${name}: ${subject}`);
}

/** On one line, without characters that hide or reorder what stands there. */
function oneLine(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  const first = (lines[0] ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "\u{fffd}");
  const clipped =
    first.length > maxSummaryChars ? `${first.slice(0, maxSummaryChars).toWellFormed()}…` : first;
  return lines.length > 1 ? `${clipped} (+${lines.length - 1} lines)` : clipped;
}

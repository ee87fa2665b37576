import { posix } from "node:path";
import { count, type Json, name, object, objects, strings, text } from "@nucleic/adapter-kit";
import type { ToolCallId, ToolInput } from "@nucleic/protocol";
import type { ClaudeState, OpenCall } from "./state.ts";
import type { Step } from "./step.ts";

/** The paths below which a file is named relatively: the cwd as it was given and as the CLI resolved it. */
type Roots = Pick<ClaudeState, "cwd" | "givenCwd">;

interface Change {
  readonly path: string;
  readonly change: "add" | "update";
  readonly diff?: string | undefined;
}

/** What a call that succeeded changed. `result` is the line's `tool_use_result`; subagents' lines have none. */
export function emitFileChanges(step: Step, id: string, call: OpenCall, result: unknown): void {
  for (const { path, change, diff } of changesOf(call, object(result), step.state))
    step.emit({
      kind: "fileChange",
      toolCallId: id as ToolCallId,
      path,
      change,
      ...(diff !== undefined && { diff }),
      inferred: true,
    });
}

function changesOf(call: OpenCall, result: Json | undefined, roots: Roots): readonly Change[] {
  const input = call.input ?? {};
  switch (call.tool) {
    case "Write":
    case "Edit":
    case "MultiEdit":
      return editOf(name(result?.filePath) ?? name(input.file_path), result, roots);
    case "NotebookEdit":
      if (name(result?.error) !== undefined) return [];
      return editOf(name(result?.notebook_path) ?? name(input.notebook_path), undefined, roots);
    case "Bash":
      return bashChanges(object(result?.bashEditDiff), roots);
    default:
      return [];
  }
}

function editOf(native: string | undefined, result: Json | undefined, roots: Roots): readonly Change[] {
  if (native === undefined) return [];
  const path = relative(native, roots);
  if (result?.type !== "create")
    return [{ path, change: "update", diff: unified(path, objects(result?.structuredPatch), false) }];
  const content = text(result.content);
  const hunks = content === undefined || content === "" ? [] : [wholeFile(content)];
  return [{ path, change: "add", diff: unified(path, hunks, true) }];
}

/** 332 in auto mode: what a shell command did to files, as the CLI itself found out. */
function bashChanges(diff: Json | undefined, roots: Roots): readonly Change[] {
  return objects(diff?.files).flatMap((file) => {
    const native = name(file.filePath);
    if (native === undefined) return [];
    const path = relative(native, roots);
    const created = file.created === true;
    const change = created ? "add" : "update";
    return [{ path, change, diff: unified(path, objects(file.hunks), created) } as const];
  });
}

/** Relative to the cwd where it is inside; else absolute. */
export function relative(path: string, roots: Roots): string {
  if (!posix.isAbsolute(path)) return posix.normalize(path);
  const inside = [roots.cwd, roots.givenCwd].map((root) => posix.relative(root, path));
  return inside.find((candidate) => candidate !== "" && !/^\.\.(\/|$)/.test(candidate)) ?? path;
}

/** Hunks of `structuredPatch` as a unified diff; undefined for none. */
function unified(path: string, hunks: readonly Json[], created: boolean): string | undefined {
  if (hunks.length === 0) return undefined;
  const body = hunks.flatMap((hunk) => [header(hunk), ...strings(hunk.lines)]);
  return `${[`--- ${created ? "/dev/null" : `a/${path}`}`, `+++ b/${path}`, ...body].join("\n")}\n`;
}

function header(hunk: Json): string {
  const at = (key: string) => count(hunk[key]) ?? 0;
  return `@@ -${at("oldStart")},${at("oldLines")} +${at("newStart")},${at("newLines")} @@`;
}

function wholeFile(content: string): Json {
  const lines = linesOf(content, "+");
  const end = content.endsWith("\n") ? [] : ["\\ No newline at end of file"];
  return { oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines: [...lines, ...end] };
}

/**
 * What an Edit would change, from its input alone: where in the file it stands is not known, so line numbers count
 * from the beginning of the passage. Undefined for other tools.
 */
export function proposedDiff(input: ToolInput, roots: Roots): string | undefined {
  const path = name(input.path);
  const edits = Array.isArray(input.edits) ? objects(input.edits) : [input];
  const hunks = edits.flatMap((edit) => {
    const before = text(edit.oldText);
    const after = text(edit.newText);
    if (before === undefined || after === undefined) return [];
    return [
      {
        oldStart: before === "" ? 0 : 1,
        oldLines: countLines(before),
        newStart: after === "" ? 0 : 1,
        newLines: countLines(after),
        lines: [...linesOf(before, "-"), ...linesOf(after, "+")],
      },
    ];
  });
  return path === undefined ? undefined : unified(relative(path, roots), hunks, false);
}

function countLines(content: string): number {
  return linesOf(content, "").length;
}

function linesOf(content: string, sign: string): readonly string[] {
  if (content === "") return [];
  const whole = content.endsWith("\n") ? content.slice(0, -1) : content;
  return whole.split("\n").map((line) => sign + line);
}

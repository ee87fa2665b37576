import { isAbsolute, relative, sep } from "node:path";
import type { ToolInput, ToolName } from "@nucleic/protocol";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";

/** What a tool call is about, in one safe line; empty where its input says nothing. */
export function toolSummary(tool: ToolName, input: ToolInput | undefined, cwd?: string): string {
  if (!input) return "";
  const text = (field: string) => (typeof input[field] === "string" ? input[field] : "");
  switch (tool) {
    case "Bash":
      return firstLine(text("command"));
    case "Read":
    case "Write":
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
      return shortPath(text("path"), cwd);
    case "Glob":
    case "Grep":
      return safeLine(
        [text("pattern"), text("path") && `in ${shortPath(text("path"), cwd)}`].join(" ").trim(),
      );
    case "WebFetch":
      return safeLine(text("url"));
    case "WebSearch":
      return safeLine(text("query"));
    case "Task":
      return firstLine(text("description") || text("prompt"));
    case "TodoWrite":
      return Array.isArray(input.entries) ? plural(input.entries.length, "step") : "";
    case "Mcp":
      return safeLine(`${text("server")}.${text("tool")} ${compact(input.arguments)}`.trim());
    case "AskUser":
      return Array.isArray(input.questions) ? plural(input.questions.length, "question") : "";
    case "ExitPlan":
      return firstLine(text("plan"));
    case "Other":
      return compact(input);
    default:
      return tool satisfies never;
  }
}

/** A path as short as it stays clear: relative inside the session's folder, else as it is. */
export function shortPath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || !isAbsolute(path)) return safeLine(path);
  const inside = relative(cwd, path);
  const outside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return safeLine(outside || inside === "" ? path : inside);
}

function firstLine(text: string): string {
  const lines = text.trim().split("\n");
  return safeLine(lines[0] ?? "") + (lines.length > 1 ? ` … (${plural(lines.length, "line")})` : "");
}

function compact(value: unknown): string {
  if (value === undefined) return "";
  const json = JSON.stringify(value) ?? "";
  return safeLine(json === "{}" ? "" : json);
}

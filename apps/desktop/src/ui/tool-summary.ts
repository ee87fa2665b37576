import type { ToolInput, ToolName } from "@nucleic/protocol/core";
import { visible } from "./visible.ts";

const labels: Partial<Record<ToolName, string>> = {
  Bash: "Run",
  MultiEdit: "Edit",
  NotebookEdit: "Edit",
  Glob: "Find",
  Grep: "Search",
  WebFetch: "Fetch",
  WebSearch: "Search the web",
  Task: "Subagent",
  TodoWrite: "Plan",
  AskUser: "Ask you",
  ExitPlan: "Plan",
};

const mainField: Partial<Record<ToolName, string>> = {
  Bash: "command",
  Read: "path",
  Write: "path",
  Edit: "path",
  MultiEdit: "path",
  NotebookEdit: "path",
  Glob: "pattern",
  Grep: "pattern",
  WebFetch: "url",
  WebSearch: "query",
  Task: "description",
};

/** What a tool does, as a verb. */
export function toolLabel(tool: ToolName, nativeTool: string): string {
  return tool === "Mcp" || tool === "Other" ? nativeTool : (labels[tool] ?? tool);
}

/** What it does it to, in a line. */
export function toolSubject(tool: ToolName, input: ToolInput | undefined): string {
  const value = input?.[mainField[tool] ?? ""];
  if (typeof value === "string") return visible(value).split("\n").join(" ⏎ ");
  return "";
}

/** Whether the subject is text that a program would read. */
export function isCode(tool: ToolName): boolean {
  return mainField[tool] !== undefined && tool !== "Task" && tool !== "WebSearch";
}

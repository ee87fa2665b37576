import type { ContentBlock, EventOf, ToolCallId, ToolInput, ToolName } from "@nucleic/protocol";
import { fold } from "./diff.ts";
import { formatDuration } from "./format.ts";
import { safeLine, safeOutput } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { toolSummary } from "./tool-summary.ts";
import { columns, truncate } from "./wrap.ts";

/** A tool call that has begun. */
export interface ToolCall {
  readonly id: ToolCallId;
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly title?: string;
  readonly input?: ToolInput;
  /** 0 for the agent's own calls, 1 for its subagent's, and so on. */
  readonly depth: number;
  readonly startedAt: number;
  /** The end of its output so far, at most `maxTail` characters. */
  readonly tail: string;
}

const maxTail = 2000;

/** Adds live output, keeping the end of it. */
export function withOutput(call: ToolCall, text: string): ToolCall {
  return { ...call, tail: (call.tail + text).slice(-maxTail) };
}

/** The line of a call that is done, and its output, folded. */
export function toolResultLines(
  call: ToolCall,
  event: EventOf<"toolResult">,
  cwd: string | undefined,
  frame: Frame,
): string[] {
  const { style } = frame;
  const ms = event.durationMs ?? Math.max(0, event.at - call.startedAt);
  const mark = event.isError ? style.red("✗") : style.green("✓");
  const exit = event.exitCode ? `exit ${event.exitCode} ` : "";
  const cut = event.truncated ? "cut short " : "";
  const head = headLine(mark, call, `${cut}${exit}${formatDuration(ms)}`, cwd, frame);
  const keep = event.isError ? 6 : keptLines(call.tool);
  const output = outputLines(event.content);
  if (output.length === 0 || keep === 0) return [head];
  const indent = " ".repeat(2 * call.depth + 2);
  const paint = event.isError ? style.red : style.dim;
  const rows = output.map((line) => paint(truncate(line, frame.width - indent.length)));
  return [head, ...fold(rows, keep, frame).map((row) => indent + row)];
}

/** The live line of a call that runs, and the end of what it has written. */
export function runningLines(
  call: ToolCall,
  mark: string,
  now: number,
  cwd: string | undefined,
  frame: Frame,
): string[] {
  const elapsed = now - call.startedAt;
  const note = elapsed >= 1000 ? formatDuration(elapsed) : "";
  const head = headLine(frame.style.cyan(mark), call, note, cwd, frame);
  const indent = " ".repeat(2 * call.depth + 2);
  const tail = safeOutput(call.tail).trimEnd().split("\n").slice(-2).filter(Boolean);
  return [head, ...tail.map((line) => frame.style.dim(indent + truncate(line, frame.width - indent.length)))];
}

function headLine(mark: string, call: ToolCall, note: string, cwd: string | undefined, frame: Frame): string {
  const { style, width } = frame;
  const indent = " ".repeat(2 * call.depth);
  const name = safeLine(call.tool === "Other" ? call.nativeTool : call.tool);
  const summary = toolSummary(call.tool, call.input, cwd) || safeLine(call.title ?? "");
  const shownName = truncate(name, Math.max(4, width - indent.length - 2));
  const used = indent.length + 2 + columns(shownName) + (note ? note.length + 1 : 0) + 1;
  const about = truncate(summary, Math.max(0, width - used));
  const parts = [`${indent}${mark} ${style.bold(shownName)}`, about, style.dim(note)];
  return parts.filter(Boolean).join(" ");
}

/** What is worth reading of a call that went well: nothing where the change itself is shown. */
function keptLines(tool: ToolName): number {
  if (tool === "Bash") return 4;
  return ["Mcp", "Other", "WebSearch", "Task"].includes(tool) ? 2 : 0;
}

function outputLines(content: readonly ContentBlock[]): string[] {
  return content.flatMap((block) => {
    if (block.kind === "image") return [`[image ${safeLine(block.mediaType)}]`];
    if (block.kind === "native") return [safeLine(JSON.stringify(block.native) ?? "")];
    const text = safeOutput(block.text).trimEnd();
    return text === "" ? [] : text.split("\n");
  });
}

import { posix } from "node:path";
import type { ContentBlock, ToolCallId } from "@nucleic/protocol";
import type { Json } from "../../wire/messages.ts";
import { count, name, number, object, objects, text } from "../../wire/read.ts";
import type { ExecItem } from "../wire/messages.ts";
import { type CallResult, type StartedCall, textBlocks } from "./call.ts";
import { unwrapShell } from "./shell-command.ts";
import type { ExecStep } from "./turn.ts";

/** The call that an item is, in the shared vocabulary. */
export function callOf({ kind, native }: ExecItem, cwd: string): StartedCall {
  switch (kind) {
    case "command_execution":
      return { tool: "Bash", nativeTool: kind, input: { command: unwrapShell(text(native.command) ?? "") } };
    case "file_change": {
      const changes = changesOf(native, cwd);
      return { tool: "Edit", nativeTool: kind, input: { path: changes[0]?.path ?? "", changes } };
    }
    case "mcp_tool_call": {
      const server = text(native.server) ?? "";
      const tool = text(native.tool) ?? "";
      const nativeTool = `${server}.${tool}`;
      return { tool: "Mcp", nativeTool, input: { server, tool, arguments: native.arguments ?? {} } };
    }
    case "web_search":
      return { tool: "WebSearch", nativeTool: kind, input: { query: text(native.query) ?? "" } };
    case "collab_tool_call": {
      const nativeTool = name(native.tool) ?? kind;
      const prompt = text(native.prompt);
      // Of what Codex does with other agents, only starting one is a task.
      if (nativeTool === "spawn_agent") return { tool: "Task", nativeTool, input: { prompt: prompt ?? "" } };
      return { tool: "Other", nativeTool, input: prompt === undefined ? {} : { prompt } };
    }
    default:
      return { tool: "Other", nativeTool: kind, input: {} };
  }
}

/** What came of it. */
export function resultOf({ kind, native }: ExecItem): CallResult {
  const failed = native.status === "failed" || native.status === "declined";
  switch (kind) {
    case "command_execution": {
      const exitCode = integer(native.exit_code);
      const isError = failed || (exitCode !== undefined && exitCode !== 0);
      return { content: textBlocks(text(native.aggregated_output)), isError, exitCode };
    }
    case "mcp_tool_call":
      return mcpResult(native, failed);
    default:
      return { content: textBlocks(text(object(native.error)?.message)), isError: failed };
  }
}

/** One `fileChange` for each file. A file that was moved is told as an update of its old path; its new one is not told. */
export function emitFileChanges(step: ExecStep, id: string, { native }: ExecItem): void {
  for (const { path, change } of changesOf(native, step.state.cwd))
    step.emit({ kind: "fileChange", toolCallId: id as ToolCallId, path, change, inferred: false });
}

interface Change {
  readonly path: string;
  readonly change: "add" | "update" | "delete";
}

function changesOf(native: Json, cwd: string): readonly Change[] {
  return objects(native.changes).flatMap(({ path, kind }) => {
    const file = name(path);
    const change = kind === "add" || kind === "delete" ? kind : "update";
    return file === undefined ? [] : [{ path: relative(file, cwd), change }];
  });
}

/** Relative to the cwd where it is inside; else absolute. */
function relative(path: string, cwd: string): string {
  if (!posix.isAbsolute(path)) return posix.normalize(path);
  const inside = posix.relative(cwd, path);
  return inside === "" || /^\.\.(\/|$)/.test(inside) ? path : inside;
}

function mcpResult(native: Json, failed: boolean): CallResult {
  const result = object(native.result);
  const message = text(object(native.error)?.message);
  const content = message === undefined ? objects(result?.content).map(mcpBlock) : textBlocks(message);
  return { content, isError: failed || message !== undefined };
}

function mcpBlock(block: Json): ContentBlock {
  const words = block.type === "text" ? text(block.text) : undefined;
  if (words !== undefined) return { kind: "text", text: words };
  const data = block.type === "image" ? text(block.data) : undefined;
  if (data === undefined) return { kind: "native", native: block };
  return { kind: "image", mediaType: text(block.mimeType) ?? "image/png", data };
}

function integer(value: unknown): number | undefined {
  return count(value) ?? (Number.isInteger(value) ? number(value) : undefined);
}

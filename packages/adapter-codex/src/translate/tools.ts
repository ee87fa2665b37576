import type { ContentBlock, ToolInput, ToolName } from "@nucleic/protocol";
import type { ThreadItem } from "../wire/generated/0.171.0/types.ts";
import type { Json, LooseItem } from "../wire/messages.ts";
import { name, number, object, text } from "../wire/read.ts";
import { dynamicContent, mcpContent, textBlocks } from "./content.ts";
import { patchTool } from "./patch.ts";
import { unwrapShell } from "./shell.ts";

/** What a tool answered, but for the call that it answers. */
export interface ToolOutcome {
  readonly content: ContentBlock[];
  readonly isError: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
}

/** A thread item as a call of a tool of the shared vocabulary. `result` counts once the item is complete. */
export interface ItemTool {
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly input: ToolInput;
  /** The item names its input only when it is complete. */
  readonly inputComesLast?: boolean;
  readonly result: ToolOutcome;
}

type Reader = (item: Json) => ItemTool;

/** Items that are tool calls. `nativeTool` is the item's type: the name of the model's own tool is not on the wire. */
export const toolTypes: Readonly<Partial<Record<ThreadItem["type"], Reader>>> = {
  commandExecution,
  fileChange,
  mcpToolCall,
  dynamicToolCall,
  collabAgentToolCall,
  webSearch,
  imageView,
  imageGeneration,
};

export function toolOf(item: Json): ItemTool {
  const reader = toolTypes[item.type as ThreadItem["type"]];
  return reader ? reader(item) : other(item, text(item.type) ?? "", {});
}

function commandExecution(item: Json): ItemTool {
  const { command, cwd, aggregatedOutput, exitCode, durationMs }: LooseItem<"commandExecution"> = item;
  const code = number(exitCode);
  const output = text(aggregatedOutput);
  return {
    tool: "Bash",
    nativeTool: "commandExecution",
    input: bashInput(text(command) ?? "", name(cwd)),
    result: {
      ...outcome(item, output === undefined ? [] : textBlocks(output)),
      isError: failed(item) || (code !== undefined && code !== 0),
      ...(code !== undefined && { exitCode: code }),
      ...duration(durationMs),
    },
  };
}

/** The command as a person would type it; as Codex starts it, in `nativeCommand`. */
export function bashInput(nativeCommand: string, cwd: string | undefined): ToolInput {
  const command = unwrapShell(nativeCommand);
  return {
    command,
    ...(cwd !== undefined && { cwd }),
    ...(command !== nativeCommand && { nativeCommand }),
  };
}

function fileChange(item: Json): ItemTool {
  return { ...patchTool(item), nativeTool: "fileChange", result: outcome(item, []) };
}

function mcpToolCall(item: Json): ItemTool {
  const { server, tool, arguments: given, result, error, durationMs }: LooseItem<"mcpToolCall"> = item;
  return {
    tool: "Mcp",
    nativeTool: "mcpToolCall",
    input: { server: text(server) ?? "", tool: text(tool) ?? "", arguments: given ?? {} },
    result: { ...outcome(item, mcpContent(object(result), object(error))), ...duration(durationMs) },
  };
}

function dynamicToolCall(item: Json): ItemTool {
  const { tool, arguments: given, contentItems, success, durationMs }: LooseItem<"dynamicToolCall"> = item;
  const base = other(item, text(tool) ?? "", object(given) ?? { arguments: given });
  return {
    ...base,
    result: {
      ...outcome(item, dynamicContent(contentItems)),
      isError: failed(item) || success === false,
      ...duration(durationMs),
    },
  };
}

/** The agent speaks to agents of its own, each in a thread of its own. Only the beginning of one is a task. */
function collabAgentToolCall(item: Json): ItemTool {
  const { tool, prompt, model, receiverThreadIds, agentsStates }: LooseItem<"collabAgentToolCall"> = item;
  const words = text(prompt);
  const spawns = tool === "spawnAgent";
  return {
    tool: spawns ? "Task" : "Other",
    nativeTool: text(tool) ?? "collabAgentToolCall",
    input: {
      ...(words !== undefined && { prompt: words }),
      ...(name(model) !== undefined && { model }),
      receiverThreadIds: receiverThreadIds ?? [],
    },
    inputComesLast: spawns,
    result: outcome(item, object(agentsStates) ? [{ kind: "native", native: agentsStates }] : []),
  };
}

function webSearch(item: Json): ItemTool {
  const { query, action }: LooseItem<"webSearch"> = item;
  return {
    tool: "WebSearch",
    nativeTool: "webSearch",
    input: { query: text(query) ?? "", ...(object(action) && { action }) },
    inputComesLast: true,
    result: outcome(item, []),
  };
}

function imageView(item: Json): ItemTool {
  const { path }: LooseItem<"imageView"> = item;
  return {
    tool: "Read",
    nativeTool: "imageView",
    input: { path: text(path) ?? "" },
    result: outcome(item, []),
  };
}

function imageGeneration(item: Json): ItemTool {
  const { revisedPrompt, savedPath, failure }: LooseItem<"imageGeneration"> = item;
  const prompt = name(revisedPrompt);
  const base = other(item, "imageGeneration", prompt === undefined ? {} : { prompt });
  const content = textBlocks(name(savedPath), text(object(failure)?.message));
  return { ...base, inputComesLast: true, result: { content, isError: object(failure) !== undefined } };
}

function other(item: Json, nativeTool: string, input: ToolInput): ItemTool {
  return { tool: "Other", nativeTool, input, result: outcome(item, []) };
}

/** Of a call that was refused or failed and says nothing, its status is all there is to tell. */
function outcome(item: Json, content: ContentBlock[]): ToolOutcome {
  const isError = failed(item);
  return { content: isError && content.length === 0 ? textBlocks(text(item.status)) : content, isError };
}

function failed({ status }: Json): boolean {
  return status === "failed" || status === "declined" || status === "interrupted";
}

function duration(value: unknown): { durationMs?: number } {
  const durationMs = number(value);
  return durationMs === undefined || durationMs < 0 ? {} : { durationMs };
}

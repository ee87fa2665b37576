import { z } from "zod";
import { ContentBlock } from "../content.ts";
import { ToolCallId } from "../ids.ts";
import { ToolInput, ToolName } from "../tool.ts";
import { event } from "./envelope.ts";

/** A tool call begins. Its input may still be on the way. */
export const ToolCallStarted = event("toolCallStarted", {
  toolCallId: ToolCallId,
  tool: ToolName,
  /** The backend's own name of the tool. */
  nativeTool: z.string(),
  title: z.string().optional(),
  /** Where a subagent calls it: the call that started the subagent. */
  parentToolCallId: ToolCallId.optional(),
});

/** Live only: a piece of the input's JSON as it is written. */
export const ToolCallInputDelta = event("toolCallInputDelta", {
  toolCallId: ToolCallId,
  partialJson: z.string(),
});

/** The input is complete, in the shared vocabulary. Once per call. */
export const ToolCallCompleted = event("toolCallCompleted", { toolCallId: ToolCallId, input: ToolInput });

/** Live only: output of the tool while it runs. */
export const ToolOutputDelta = event("toolOutputDelta", {
  toolCallId: ToolCallId,
  text: z.string(),
  stream: z.enum(["stdout", "stderr"]).optional(),
});

/** What the tool answered. Once per call. */
export const ToolResult = event("toolResult", {
  toolCallId: ToolCallId,
  content: z.array(ContentBlock),
  isError: z.boolean(),
  exitCode: z.number().int().optional(),
  durationMs: z.number().nonnegative().optional(),
  /** The call was cut short: by an interruption, a crash, the end of the run. */
  truncated: z.boolean().optional(),
});

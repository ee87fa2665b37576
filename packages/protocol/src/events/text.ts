import { z } from "zod";
import { event } from "./envelope.ts";

const text = {
  messageId: z.string(),
  /** A delta where `isPartial`, else the whole block. */
  text: z.string(),
  isPartial: z.boolean(),
  /** The subagent's own words: the tool call that started it. */
  parentToolCallId: z.string().optional(),
  /** Closed by an interruption or a cut stream: what was there so far. */
  truncated: z.boolean().optional(),
};

/** What the agent says. The deltas of a message, joined, are its final text. */
export const AssistantText = event("assistantText", text);
/** What the agent thinks, under the same rule. */
export const Thinking = event("thinking", text);

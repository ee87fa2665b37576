import { type Json, name, object, text } from "@nucleic/adapter-kit";
import type { ContextPart } from "@nucleic/protocol";
import type { UserMessage } from "../wire/messages.ts";
import type { Step } from "./step.ts";
import { takeToolResult } from "./tool-result.ts";
import { inputTaken } from "./turn.ts";

/** What a slash command printed, echoed as if a person had said it. */
const localCommand = "<local-command-";

/**
 * A `user` line: tool results; the echo of what was written to stdin (`--replay-user-messages`); or text that the CLI
 * put into the conversation itself (a subagent's prompt, a summary, "[Request interrupted by user]"), which says
 * nothing that other events do not.
 */
export function takeUser(step: Step, message: UserMessage): void {
  const results = message.content.filter((block) => block.type === "tool_result");
  const taken = results.map((block) => takeToolResult(step, message, block));
  if (taken.includes(false)) step.emit({ kind: "raw", backend: "claude", native: message.native });
  if (message.isReplay && results.length === 0) takeReplay(step, message);
}

/** Where stdin is seen, the message was told when it was written; else this is where it is told. */
function takeReplay(step: Step, message: UserMessage): void {
  if (message.uuid !== undefined) inputTaken(step, message.uuid);
  if (step.state.answersSeen || message.isSynthetic) return;
  const words = message.content.map((block) => text(block.text) ?? "").filter((part) => part !== "");
  if (words.some((part) => part.startsWith(localCommand))) return;
  const context = message.content.flatMap(imageOf);
  step.emit({ kind: "userMessage", text: words.join("\n"), context }, "user");
}

/** An image that a person sent along. */
export function imageOf(block: Json): ContextPart[] {
  const source = block.type === "image" ? object(block.source) : undefined;
  const data = name(source?.data);
  if (data === undefined) return [];
  return [{ kind: "image", mediaType: text(source?.media_type) ?? "application/octet-stream", data }];
}

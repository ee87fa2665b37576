import { type Json, name, object, text } from "@nucleic/adapter-kit";
import { blockCoverage } from "../wire/coverage.ts";
import type { AssistantMessage } from "../wire/messages.ts";
import { blockAt, blockId, withoutBlock } from "./block.ts";
import { completeCall, startCall } from "./call.ts";
import type { OpenBlock, OpenReply } from "./state.ts";
import type { Step } from "./step.ts";
import { appendText, startReply } from "./stream-event.ts";
import { ensureTurn } from "./turn.ts";

type TextKind = "assistantText" | "thinking";

/** The model name of texts that the CLI itself wrote. */
const synthetic = "<synthetic>";
/** What 197 writes where a reply has to be there and there is none. */
const placeholder = "(no content)";

/** One finished block of a reply (rarely more), streamed before or not. */
export function takeAssistant(step: Step, message: AssistantMessage): void {
  if (message.parent === undefined) ensureTurn(step);
  if (message.error !== undefined) {
    takeFailure(step, message, message.error);
    return;
  }
  const parent = message.parent ?? "";
  if (step.reply(parent)?.messageId !== message.messageId) startReply(step, parent, message.messageId);
  for (const block of message.content) takeBlock(step, message, parent, block);
}

/** A request failed for good; the result that follows has the status. Told by `turnCompleted`, not as a text. */
function takeFailure(step: Step, message: AssistantMessage, kind: string): void {
  const words = message.content.map((block) => text(block.text) ?? "").join("\n");
  if (message.parent === undefined) step.setTurn({ failure: { kind, message: words } });
  else step.emit({ kind: "error", code: "apiError", message: words, recoverable: true });
}

function takeBlock(step: Step, message: AssistantMessage, parent: string, block: Json): void {
  switch (block.type) {
    case "text": {
      const content = text(block.text) ?? "";
      const isPlaceholder = message.model === synthetic && content === placeholder;
      finishText(step, message, "assistantText", isPlaceholder ? "" : content);
      break;
    }
    case "thinking":
      finishText(step, message, "thinking", text(block.thinking) ?? "");
      break;
    case "tool_use":
      finishCall(step, message, block);
      break;
    default:
      finishOther(step, parent);
      if (!Object.hasOwn(blockCoverage, String(block.type)))
        step.emit({ kind: "raw", backend: "claude", native: message.native });
  }
}

/**
 * The final text of a block. Its deltas, joined, must be it: where they are a beginning of it the rest is told as one
 * more delta, and where they are not, what was streamed is closed as it stands and the final text gets its own id.
 */
function finishText(step: Step, message: AssistantMessage, kind: TextKind, content: string): void {
  const parent = message.parent ?? "";
  const reply = step.reply(parent);
  if (!reply) return;
  const index = openIndex(reply, (block) => block.kind === kind) ?? reply.nextIndex;
  const block = blockAt(reply, index);
  const streamed = block?.kind === kind ? block.text : "";
  const diverged = !content.startsWith(streamed);
  const id = blockId(reply.messageId, index);
  const said = { kind, isPartial: false, ...(parent !== "" && { parentToolCallId: parent }) } as const;
  if (diverged) step.emit({ ...said, messageId: id, text: streamed, truncated: true });
  else if (streamed !== "" && content !== streamed)
    appendText(step, parent, index, content.slice(streamed.length));
  const truncated = message.native.aborted === true || step.state.turn?.interrupting === true;
  if (content !== "")
    step.emit({
      ...said,
      messageId: diverged ? `${id}:final` : id,
      text: content,
      ...(truncated && { truncated }),
    });
  closeBlock(step, parent, index);
}

function finishCall(step: Step, message: AssistantMessage, block: Json): void {
  const parent = message.parent ?? "";
  const reply = step.reply(parent);
  const id = name(block.id);
  if (id === undefined || !reply) return;
  startCall(step, id, text(block.name) ?? "", message.parent);
  completeCall(step, id, object(block.input) ?? {});
  const index = openIndex(reply, (open) => open.kind === "call" && open.toolCallId === id);
  closeBlock(step, parent, index ?? reply.nextIndex);
}

function finishOther(step: Step, parent: string): void {
  const reply = step.reply(parent);
  if (reply) closeBlock(step, parent, openIndex(reply, ({ kind }) => kind === "other") ?? reply.nextIndex);
}

/** The first open block that fits: assistant lines come in the order of the blocks. */
function openIndex(reply: OpenReply, fits: (block: OpenBlock) => boolean): number | undefined {
  const open = reply.blocks.filter(fits).map(({ index }) => index);
  return open.length === 0 ? undefined : Math.min(...open);
}

function closeBlock(step: Step, parent: string, index: number): void {
  const reply = step.reply(parent);
  if (reply) step.setReply(parent, withoutBlock(reply, index));
}

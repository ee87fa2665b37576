import { count, type Json, name, object, text } from "@nucleic/adapter-kit";
import type { ToolCallId } from "@nucleic/protocol";
import type { StreamDeltaMessage, StreamEventMessage } from "../wire/messages.ts";
import { blockAt, blockId, cutReply, withBlock } from "./block.ts";
import { startCall } from "./call.ts";
import type { OpenBlock, OpenReply, TextBlock } from "./state.ts";
import type { Step } from "./step.ts";
import { ensureTurn } from "./turn.ts";

/** An event of the Messages API. What it does not know of is left out: the assistant lines tell it all again. */
export function takeStreamEvent(step: Step, message: StreamEventMessage): void {
  const { event } = message;
  const parent = message.parent ?? "";
  if (parent === "") ensureTurn(step);
  switch (event.type) {
    case "message_start":
      startReply(step, parent, name(object(event.message)?.id) ?? name(message.native.uuid) ?? "");
      break;
    case "content_block_start":
      startBlock(step, parent, count(event.index) ?? 0, object(event.content_block) ?? {});
      break;
    case "content_block_delta":
      takeInputDelta(step, parent, count(event.index) ?? 0, object(event.delta) ?? {});
      break;
    case "message_delta":
      takeStopReason(step, name(object(event.delta)?.stop_reason));
      break;
    case "message_stop":
      takeAbandoned(step, parent, object(message.native.abandoned_blocks));
      break;
    default:
      break;
  }
}

/** A piece of text or thinking. */
export function takeDelta(step: Step, { index, text: piece, parent = "" }: StreamDeltaMessage): void {
  if (parent === "") ensureTurn(step);
  if (piece !== "") appendText(step, parent, index, piece);
}

/** A new reply while blocks of the last one are open: that one was cut, and the CLI tries again. */
export function startReply(step: Step, parent: string, messageId: string): void {
  if (cutReply(step, parent)) reportCut(step);
  step.setReply(parent, { messageId, blocks: [], nextIndex: 0 });
}

function startBlock(step: Step, parent: string, index: number, block: Json): void {
  // A block that starts again while it is open ends here: its deltas are out.
  cutReply(step, parent, index);
  const reply = step.reply(parent);
  if (!reply) return;
  step.setReply(parent, withBlock(reply, openBlock(reply, index, block)));
  if (block.type === "tool_use") {
    const id = name(block.id);
    if (id !== undefined) startCall(step, id, text(block.name) ?? "", parent === "" ? undefined : parent);
  }
  const already = text(block.text) ?? text(block.thinking) ?? "";
  if (already !== "") appendText(step, parent, index, already);
}

function openBlock({ messageId }: OpenReply, index: number, block: Json): OpenBlock {
  switch (block.type) {
    case "text":
      return { index, kind: "assistantText", id: blockId(messageId, index), text: "" };
    case "thinking":
      return { index, kind: "thinking", id: blockId(messageId, index), text: "" };
    case "tool_use": {
      const toolCallId = name(block.id);
      return toolCallId === undefined ? { index, kind: "other" } : { index, kind: "call", toolCallId };
    }
    default:
      return { index, kind: "other" };
  }
}

function takeInputDelta(step: Step, parent: string, index: number, delta: Json): void {
  const reply = step.reply(parent);
  const block = reply && blockAt(reply, index);
  const partialJson = delta.type === "input_json_delta" ? (text(delta.partial_json) ?? "") : "";
  if (block?.kind === "call" && partialJson !== "")
    step.emit({ kind: "toolCallInputDelta", toolCallId: block.toolCallId as ToolCallId, partialJson });
}

/** A piece of text or thinking, live. */
export function appendText(step: Step, parent: string, index: number, piece: string): void {
  const reply = step.reply(parent);
  const block = reply && blockAt(reply, index);
  if (!reply || !block || block.kind === "call" || block.kind === "other") return;
  const { kind, id } = block;
  const grown: TextBlock = { index, kind, id, text: block.text + piece };
  step.setReply(parent, withBlock(reply, grown));
  if (parent === "") step.emit({ kind, messageId: id, text: piece, isPartial: true });
  else step.emit({ kind, messageId: id, text: piece, isPartial: true, parentToolCallId: parent });
}

/** Reasons that a person should know of although the CLI goes on by itself. */
function takeStopReason(step: Step, reason: string | undefined): void {
  if (reason === "refusal") step.setTurn({ refused: true });
  if (reason === "max_tokens")
    step.emit({
      kind: "error",
      code: "outputTooLong",
      message: "The reply hit the output limit; the agent goes on in another one.",
      recoverable: true,
    });
}

/** 332 says at the end of a reply which of its blocks it throws away. */
function takeAbandoned(step: Step, parent: string, abandoned: Json | undefined): void {
  if (abandoned && cutReply(step, parent, count(abandoned.from_block_index) ?? 0)) reportCut(step);
}

function reportCut(step: Step): void {
  if (step.state.turn?.interrupting) return;
  step.emit({
    kind: "error",
    code: "streamCut",
    message: "The reply broke off in the middle; the agent tries again.",
    recoverable: true,
  });
}

import { abandonCall } from "./call.ts";
import type { OpenBlock, OpenReply } from "./state.ts";
import type { Step } from "./step.ts";

/** The id under which the deltas and the final text of one block of a reply are known. */
export function blockId(messageId: string, index: number): string {
  return `${messageId}:${index}`;
}

export function blockAt(reply: OpenReply, index: number): OpenBlock | undefined {
  return reply.blocks.find((open) => open.index === index);
}

/** Opens a block of a reply, or sets an open one. */
export function withBlock(reply: OpenReply, block: OpenBlock): OpenReply {
  const { messageId, blocks, nextIndex } = reply;
  const at = blocks.findIndex((open) => open.index === block.index);
  return { messageId, blocks: at === -1 ? [...blocks, block] : blocks.with(at, block), nextIndex };
}

/** Closes a block of a reply. */
export function withoutBlock(reply: OpenReply, index: number): OpenReply {
  return {
    ...reply,
    blocks: reply.blocks.filter((open) => open.index !== index),
    nextIndex: Math.max(reply.nextIndex, index + 1),
  };
}

/**
 * Closes what a reply left open, from a block on: text as far as it came, calls as abandoned. The deltas are out and
 * cannot be taken back. True where there was anything.
 */
export function cutReply(step: Step, parent: string, fromIndex = 0): boolean {
  const reply = step.reply(parent);
  if (!reply) return false;
  const cut = reply.blocks.filter(({ index }) => index >= fromIndex);
  step.setReply(
    parent,
    cut.reduce((rest, { index }) => withoutBlock(rest, index), reply),
  );
  for (const block of cut) {
    if (block.kind === "call") abandonCall(step, block.toolCallId);
    else if (block.kind !== "other" && block.text !== "")
      step.emit({
        kind: block.kind,
        messageId: block.id,
        text: block.text,
        isPartial: false,
        truncated: true,
        ...(parent !== "" && { parentToolCallId: parent }),
      });
  }
  return cut.some(({ kind }) => kind !== "other");
}

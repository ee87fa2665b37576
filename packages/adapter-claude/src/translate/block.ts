import { abandonCall } from "./call.ts";
import type { OpenBlock, OpenReply } from "./state.ts";
import type { Step } from "./step.ts";

/** The id under which the deltas and the final text of one block of a reply are known. */
export function blockId(messageId: string, index: number): string {
  return `${messageId}:${index}`;
}

export function blockAt(reply: OpenReply, index: number): OpenBlock | undefined {
  return reply.blocks.find((open) => open.index === index)?.block;
}

/** Opens a block of a reply, or sets an open one. */
export function withBlock(reply: OpenReply, index: number, block: OpenBlock): OpenReply {
  const set = { index, block };
  const at = reply.blocks.findIndex((open) => open.index === index);
  return { ...reply, blocks: at === -1 ? [...reply.blocks, set] : reply.blocks.with(at, set) };
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
  const reply = step.state.replies.get(parent);
  if (!reply) return false;
  const cut = reply.blocks.filter(({ index }) => index >= fromIndex);
  step.setReply(
    parent,
    cut.reduce((rest, { index }) => withoutBlock(rest, index), reply),
  );
  for (const { index, block } of cut) {
    if (block.kind === "call") abandonCall(step, block.toolCallId);
    else if (block.kind !== "other" && block.text !== "")
      step.emit({
        kind: block.kind,
        messageId: blockId(reply.messageId, index),
        text: block.text,
        isPartial: false,
        truncated: true,
        ...(parent !== "" && { parentToolCallId: parent }),
      });
  }
  return cut.some(({ block }) => block.kind !== "other");
}

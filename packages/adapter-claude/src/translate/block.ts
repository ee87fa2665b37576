import { abandonCall } from "./call.ts";
import type { OpenBlock, OpenReply } from "./state.ts";
import { type Step, withEntry } from "./step.ts";

/** The id under which the deltas and the final text of one block of a reply are known. */
export function blockId(messageId: string, index: number): string {
  return `${messageId}:${index}`;
}

/** Sets or, for undefined, removes a block of a reply. */
export function withBlock(reply: OpenReply, index: number, block: OpenBlock | undefined): OpenReply {
  return {
    ...reply,
    blocks: withEntry(reply.blocks, index, block),
    nextIndex: block === undefined ? Math.max(reply.nextIndex, index + 1) : reply.nextIndex,
  };
}

/**
 * Closes what a reply left open, from a block on: text as far as it came, calls as abandoned. The deltas are out and
 * cannot be taken back. True where there was anything.
 */
export function cutReply(step: Step, parent: string, fromIndex = 0): boolean {
  const reply = step.state.replies.get(parent);
  if (!reply) return false;
  const cut = [...reply.blocks].filter(([index]) => index >= fromIndex);
  step.setReply(
    parent,
    cut.reduce((rest, [index]) => withBlock(rest, index, undefined), reply),
  );
  for (const [index, block] of cut) {
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
  return cut.some(([, block]) => block.kind !== "other");
}

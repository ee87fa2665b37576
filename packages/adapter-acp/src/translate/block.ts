import type { Step } from "./step.ts";

/** Ends what is being said, if anything is. */
export function closeBlock(step: Step, truncated = false): void {
  const { block, turn } = step.state;
  if (!block) return;
  const { kind, id: messageId, text: whole } = block;
  step.setBlock(undefined);
  step.emit({ kind, messageId, text: whole, isPartial: false, ...(truncated && { truncated }) });
  if (turn && kind === "assistantText") step.setTurn({ finalText: whole });
}

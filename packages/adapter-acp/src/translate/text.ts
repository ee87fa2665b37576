import type { AgentQuirks } from "../quirks/quirks.ts";
import type { Json } from "../wire/messages.ts";
import { name, object, text } from "../wire/read.ts";
import { closeBlock } from "./block.ts";
import type { OpenBlock } from "./state.ts";
import type { Step } from "./step.ts";
import { ensureTurn } from "./turn.ts";

/**
 * A piece of what the agent says or thinks. Pieces of one kind make a block, until something else happens; agents that
 * name their messages begin a new one with another name. False for what is neither: a picture, a warning.
 */
export function takeChunk(step: Step, kind: OpenBlock["kind"], update: Json): boolean {
  const piece = textOf(object(update.content));
  if (piece === undefined) return false;
  if (piece === "") return true;
  const nativeId = name(update.messageId);
  const open = step.state.block;
  const goesOn = open?.kind === kind && (nativeId === undefined || open.nativeId === nativeId);
  if (!goesOn && kind === "assistantText" && isWarning(step.state.quirks, piece)) return false;
  const block = goesOn ? open : startBlock(step, kind, nativeId);
  step.setBlock({ kind, id: block.id, nativeId: block.nativeId, text: block.text + piece });
  step.emit({ kind, messageId: block.id, text: piece, isPartial: true });
  return true;
}

function startBlock(step: Step, kind: OpenBlock["kind"], nativeId: string | undefined): OpenBlock {
  closeBlock(step);
  ensureTurn(step);
  const { turn } = step.state;
  if (turn) step.setTurn({ blocks: turn.blocks + 1 });
  return { kind, id: `${turn?.id ?? step.ids.turn()}:${turn?.blocks ?? 0}`, nativeId, text: "" };
}

/** The program's own words among the model's. */
export function isWarning({ warnings }: AgentQuirks, said: string): boolean {
  return warnings.some((beginning) => beginning.test(said));
}

function textOf(content: Json | undefined): string | undefined {
  return content?.type === "text" ? text(content.text) : undefined;
}

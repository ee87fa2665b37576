import { type Json, name, object, text } from "@nucleic/adapter-kit";
import type { AgentQuirks } from "../quirks/quirks.ts";
import type { UpdateMessage } from "../wire/messages.ts";
import { closeBlock } from "./block.ts";
import { isForeign } from "./raw.ts";
import type { AcpState, OpenBlock } from "./state.ts";
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
  const goesOn = open?.kind === kind && isOf(open, nativeId);
  if (!goesOn && kind === "assistantText" && isWarning(step.state.quirks, piece)) return false;
  const block = goesOn ? open : startBlock(step, kind, nativeId);
  step.setBlock({ kind, id: block.id, nativeId: block.nativeId, text: block.text + piece });
  step.emit({ kind, messageId: block.id, text: piece, isPartial: true });
  return true;
}

/** The text of a message that does nothing but go on with the open block. */
export function continuationOf(state: AcpState, message: UpdateMessage): string | undefined {
  const { block, replaying } = state;
  if (block === undefined || replaying || message.isReplay || isForeign({ state }, message)) return undefined;
  const { kind, update } = message;
  if (kind !== (block.kind === "thinking" ? "agent_thought_chunk" : "agent_message_chunk")) return undefined;
  return isOf(block, name(update.messageId)) ? textOf(object(update.content)) : undefined;
}

/** Agents that do not name their messages go on with whatever is open. */
function isOf(block: OpenBlock, nativeId: string | undefined): boolean {
  return nativeId === undefined || block.nativeId === nativeId;
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

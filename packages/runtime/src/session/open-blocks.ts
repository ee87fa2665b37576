import type { AgentEvent, EventOf } from "@nucleic/protocol";

type Delta = EventOf<"assistantText" | "thinking" | "toolCallInputDelta" | "toolOutputDelta">;
type TextBlock = EventOf<"assistantText" | "thinking">;

/** The text of a block so far. */
export interface OpenBlock {
  readonly key: string;
  /** Any delta of the block: everything but the text is the same in all. */
  readonly sample: Delta;
  text: string;
  /** Characters that were there before `text` begins. */
  dropped: number;
  /** By the last delta. */
  addedChars: number;
}

const maxTextChars = 8 * 1024 * 1024;
const maxToolChars = 64 * 1024;

/** How far someone has read each open block, in characters from its beginning. */
export type BlockProgress = Map<string, number>;

/**
 * The text so far of each block that has begun and not ended. Of a tool's output the last 64 KiB are kept, of
 * anything else 8 MiB: more is shown as it comes, and gone for who joins later.
 */
export class OpenBlocks {
  readonly #blocks = new Map<string, OpenBlock>();
  /** The one that grew last, and most often grows next. */
  #last: OpenBlock | undefined;

  /** A delta, as it is shown. Gives its block with it. */
  grow(event: AgentEvent): OpenBlock | undefined {
    const delta = asDelta(event);
    if (delta === undefined) return undefined;
    const block = this.#last && isOfBlock(this.#last.sample, delta) ? this.#last : this.#blockOf(delta);
    this.#last = block;
    const added = textOf(delta);
    block.text += added;
    block.addedChars = added.length;
    const limit = isText(delta) ? maxTextChars : maxToolChars;
    // Cut at twice the limit, so that the cost of cutting is spread.
    if (block.text.length > 2 * limit) {
      block.dropped += block.text.length - limit;
      block.text = block.text.slice(-limit);
    }
    return block;
  }

  /** A record, as it is shown: it may end blocks. */
  close(event: AgentEvent): void {
    if (this.#blocks.size === 0) return;
    for (const key of endedBy(event, this.#blocks.keys())) {
      this.#blocks.delete(key);
      if (this.#last?.key === key) this.#last = undefined;
    }
  }

  #blockOf(delta: Delta): OpenBlock {
    const key = keyOf(delta);
    const block = this.#blocks.get(key) ?? { key, sample: delta, text: "", dropped: 0, addedChars: 0 };
    this.#blocks.set(key, block);
    return block;
  }

  /** What someone who has read that far lacks, as one delta a block. */
  rest(progress: BlockProgress): readonly { readonly block: OpenBlock; readonly event: AgentEvent }[] {
    return [...this.#blocks.values()].flatMap((block) => {
      const read = Math.max(progress.get(block.key) ?? 0, block.dropped);
      const text = block.text.slice(read - block.dropped);
      return text === "" ? [] : [{ block, event: withText(block.sample, text) }];
    });
  }

  /** Finals for the blocks of text that will get none. */
  truncated(): readonly TextBlock[] {
    const finals: TextBlock[] = [];
    for (const { sample, text } of this.#blocks.values())
      if (isText(sample)) finals.push({ ...sample, text, isPartial: false, truncated: true });
    return finals;
  }
}

/** Characters of a block so far, those that are no longer kept included. */
export function lengthOf(block: OpenBlock): number {
  return block.dropped + block.text.length;
}

/** The part of a final text that someone lacks who has read the deltas that far; they then add up to it. */
export function missingDelta(event: AgentEvent, progress: BlockProgress): AgentEvent | undefined {
  if (progress.size === 0) return undefined;
  if (!isText(event) || event.isPartial) {
    for (const key of endedBy(event, progress.keys())) progress.delete(key);
    return undefined;
  }
  const read = progress.get(keyOf(event));
  progress.delete(keyOf(event));
  if (read === undefined || read >= event.text.length) return undefined;
  const { seq: _seq, truncated: _truncated, ...rest } = event;
  return { ...rest, text: event.text.slice(read), isPartial: true };
}

function endedBy(event: AgentEvent, open: Iterable<string>): readonly string[] {
  switch (event.kind) {
    case "assistantText":
    case "thinking":
      return [keyOf(event)];
    case "toolCallCompleted":
      return [`input ${event.toolCallId}`];
    case "toolResult": {
      const { toolCallId: id } = event;
      return [`input ${id}`, `output ${id} `, `output ${id} stdout`, `output ${id} stderr`];
    }
    case "runFinished":
      return [...open];
    default:
      return [];
  }
}

function asDelta(event: AgentEvent): Delta | undefined {
  if (event.kind === "toolCallInputDelta" || event.kind === "toolOutputDelta") return event;
  return isText(event) && event.isPartial ? event : undefined;
}

function isText(event: AgentEvent): event is TextBlock {
  return event.kind === "assistantText" || event.kind === "thinking";
}

/** As equal keys would say it, without making one. */
function isOfBlock(sample: Delta, delta: Delta): boolean {
  return isText(sample) && isText(delta)
    ? sample.messageId === delta.messageId &&
        sample.kind === delta.kind &&
        sample.parentToolCallId === delta.parentToolCallId
    : keyOf(sample) === keyOf(delta);
}

function keyOf(delta: Delta): string {
  if (delta.kind === "toolCallInputDelta") return `input ${delta.toolCallId}`;
  if (delta.kind === "toolOutputDelta") return `output ${delta.toolCallId} ${delta.stream ?? ""}`;
  return `${delta.kind} ${delta.parentToolCallId ?? ""} ${delta.messageId}`;
}

function textOf(delta: Delta): string {
  return delta.kind === "toolCallInputDelta" ? delta.partialJson : delta.text;
}

function withText(sample: Delta, text: string): Delta {
  return sample.kind === "toolCallInputDelta" ? { ...sample, partialJson: text } : { ...sample, text };
}

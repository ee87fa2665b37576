import { blockKey, type Delta, memberOf } from "../../partial-block.ts";
import type { SessionEvent } from "../following.ts";

const maxBlockChars = 256 * 1024;

/** What is being said now, one event a block with all of it so far, in the order in which they began. */
export class LiveBlocks {
  readonly #blocks = new Map<string, SessionEvent>();

  get events(): readonly SessionEvent[] {
    return [...this.#blocks.values()];
  }

  /** Of a block that grows beyond the limit the end is kept: the record that follows has it all. */
  grow(delta: SessionEvent): void {
    const piece = delta as Delta;
    const key = blockKey(piece);
    if (key === undefined) return;
    const member = memberOf(piece);
    const before = (this.#blocks.get(key) as Delta | undefined)?.[member] ?? "";
    const text = `${String(before)}${String(piece[member] ?? "")}`.slice(-maxBlockChars);
    this.#blocks.set(key, { ...delta, [member]: text } as SessionEvent);
  }

  /** A record has come: the block that it ends is no longer live. */
  end(record: SessionEvent): void {
    const key = blockKey(record as Delta);
    if (key !== undefined) this.#blocks.delete(key);
    else if (record.kind === "turnCompleted" || record.kind === "runFinished") this.#blocks.clear();
    else if (record.kind === "toolResult") this.#endOutput(String((record as Delta).toolCallId));
  }

  clear(): void {
    this.#blocks.clear();
  }

  #endOutput(toolCallId: string): void {
    for (const key of this.#blocks.keys())
      if (key.startsWith("output ") && key.endsWith(` ${toolCallId}`)) this.#blocks.delete(key);
  }
}

import { blockKey, type Delta, memberOf } from "../partial-block.ts";
import type { SessionEvent } from "./host-port.ts";

interface Growing {
  readonly sample: Delta;
  /** What has come since the last time it was taken. */
  text: string;
  /** Too much to keep for a reader who is not ready: the record that follows has it all. */
  dropped: boolean;
}

const maxChars = 256 * 1024;

/** Deltas that wait to be shown, joined by block, in the order in which the blocks began to grow. */
export class Partials {
  readonly #blocks = new Map<string, Growing>();

  get isEmpty(): boolean {
    for (const { text } of this.#blocks.values()) if (text !== "") return false;
    return true;
  }

  add(event: SessionEvent): void {
    const delta = event as Delta;
    const key = blockKey(delta);
    const added = delta[memberOf(delta)];
    if (key === undefined || typeof added !== "string") return;
    const block = this.#blocks.get(key) ?? { sample: delta, text: "", dropped: false };
    this.#blocks.set(key, block);
    if (block.dropped) return;
    block.text += added;
    if (block.text.length <= maxChars) return;
    block.text = "";
    block.dropped = true;
  }

  /** Whether a record would close a block of which something waits. */
  isCutBy(event: SessionEvent): boolean {
    if (event.kind === "turnCompleted" || event.kind === "runFinished") return !this.isEmpty;
    const key = blockKey(event as Delta);
    return key !== undefined && (this.#blocks.get(key)?.text ?? "") !== "";
  }

  /** A record has come: what it closes need not be shown in pieces any more. */
  close(event: SessionEvent): void {
    if (this.#blocks.size === 0) return;
    const key = blockKey(event as Delta);
    if (key !== undefined) this.#blocks.delete(key);
    else if (event.kind === "turnCompleted" || event.kind === "runFinished") this.#blocks.clear();
  }

  /** One delta for each block that has grown. */
  take(): readonly SessionEvent[] {
    const taken: SessionEvent[] = [];
    for (const block of this.#blocks.values()) {
      if (block.text === "") continue;
      taken.push({ ...block.sample, [memberOf(block.sample)]: block.text } as SessionEvent);
      block.text = "";
    }
    return taken;
  }
}

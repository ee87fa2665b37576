import { blockKey, type Delta, memberOf } from "../partial-block.ts";
import type { SessionEvent } from "./host-port.ts";

/** How far somebody has seen the blocks that are open: their lengths in characters. */
export type Progress = ReadonlyMap<string, number>;

interface Growing {
  readonly sample: Delta;
  /** What has come, but for what was forgotten. */
  text: string;
  /** How long that is which was forgotten. */
  forgotten: number;
  /** How much of the block was taken. */
  taken: number;
}

/** What is kept of a block. Who comes later than that has it from the record that follows. */
const maxChars = 256 * 1024;

/** Deltas joined by block, in the order in which the blocks began to grow: what waits to be shown, and what was. */
export class Partials {
  readonly #blocks = new Map<string, Growing>();

  get isEmpty(): boolean {
    for (const block of this.#blocks.values()) if (lengthOf(block) > block.taken) return false;
    return true;
  }

  add(event: SessionEvent): void {
    const delta = event as Delta;
    const key = blockKey(delta);
    const added = delta[memberOf(delta)];
    if (key === undefined || typeof added !== "string") return;
    const block = this.#blocks.get(key) ?? { sample: delta, text: "", forgotten: 0, taken: 0 };
    this.#blocks.set(key, block);
    block.text += added;
    if (block.text.length <= maxChars) return;
    const excess = block.text.length - maxChars / 2;
    block.text = block.text.slice(excess);
    block.forgotten += excess;
  }

  /** Whether a record would close a block of which something waits. */
  isCutBy(event: SessionEvent): boolean {
    if (event.kind === "turnCompleted" || event.kind === "runFinished") return !this.isEmpty;
    const key = blockKey(event as Delta);
    const block = key === undefined ? undefined : this.#blocks.get(key);
    return block !== undefined && lengthOf(block) > block.taken;
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
      taken.push(...restOf(block, block.taken));
      block.taken = lengthOf(block);
    }
    return taken;
  }

  /** What has been taken, for one who has seen that much. */
  rest(progress: Progress | undefined): readonly SessionEvent[] {
    return [...this.#blocks].flatMap(([key, block]) => restOf(block, progress?.get(key) ?? 0, block.taken));
  }

  /** How far whoever has seen everything that was taken has seen. */
  progress(): Progress {
    return new Map([...this.#blocks].map(([key, { taken }]) => [key, taken]));
  }
}

function lengthOf({ forgotten, text }: Growing): number {
  return forgotten + text.length;
}

function restOf(block: Growing, from: number, to = lengthOf(block)): readonly SessionEvent[] {
  const { forgotten, sample, text } = block;
  const rest = text.slice(Math.max(0, from - forgotten), Math.max(0, to - forgotten));
  return rest === "" ? [] : [{ ...sample, [memberOf(sample)]: rest } as SessionEvent];
}

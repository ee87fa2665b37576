import type { AgentEvent } from "@nucleic/protocol/core";

/**
 * Keeps the calls of a stream in order whatever a file says: one that was told already is not told again, and what
 * belongs to no open call is left out. A file that was copied together, or damaged, has both.
 */
export class CallGuard {
  /** Open calls, and whether their input was told. */
  readonly #open = new Map<string, boolean>();
  /** Hashes: a file of a gigabyte may have a million calls. */
  readonly #seen = new Set<number>();

  /** Whether the event fits what came before it. */
  admits(event: AgentEvent): boolean {
    switch (event.kind) {
      case "toolCallStarted":
        return this.#start(event.toolCallId);
      case "toolCallCompleted": {
        if (this.#open.get(event.toolCallId) !== false) return false;
        this.#open.set(event.toolCallId, true);
        return true;
      }
      case "toolResult":
        return this.#open.delete(event.toolCallId);
      default:
        return true;
    }
  }

  #start(id: string): boolean {
    const hash = hash53(id);
    if (this.#seen.has(hash)) return false;
    this.#seen.add(hash);
    this.#open.set(id, false);
    return true;
  }
}

/** Two 32-bit FNV-like sums, joined to 53 bits. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x01000193);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

import type { AgentEvent, Disposition, EventOf } from "@nucleic/protocol";
import type { SessionState } from "../session/state-machine.ts";
import type { ReadDisposition } from "./agent-control.ts";

const nothing = { text: "", truncated: false };

/** Keeps the last message of a turn, and reads it at its end where the agent did not say how its work stands. */
export class TurnReader {
  readonly #read: ReadDisposition;
  #last = nothing;

  constructor(read: ReadDisposition = () => undefined) {
    this.#read = read;
  }

  observe(event: AgentEvent): void {
    if (event.kind === "turnStarted") this.#last = nothing;
    // A subagent's words are not the agent's.
    if (event.kind === "assistantText" && !event.isPartial && event.parentToolCallId === undefined)
      this.#last = { text: event.text, truncated: event.truncated ?? false };
  }

  /** What the end of the turn says, in the state before it. */
  dispositionAt(end: EventOf<"turnCompleted">, state: SessionState): Disposition | undefined {
    if (state.disposition !== undefined || state.openTurns.length > 1) return undefined;
    const { text, truncated } = this.#last;
    return this.#read({ outcome: end.outcome, text: end.finalText ?? text, truncated });
  }
}

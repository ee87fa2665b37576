import type { AgentEvent } from "@nucleic/protocol";
import type { SessionEvent, Transcript as Window } from "@nucleic/sync/client";
import type { Frame } from "../view/style.ts";
import { runningLines } from "../view/tool-line.ts";
import { emptyTranscript, openText, step, type Transcript } from "../view/transcript.ts";

/** Of more lines than these the oldest are let go. */
const maxLines = 20_000;

/** A session's transcript as lines: each record is laid out once, and all of them anew at another width. */
export class TranscriptLines {
  #state: Transcript = emptyTranscript;
  #lines: string[] = [];
  #width = 0;
  #lastSeq = 0;
  #hasBegun = false;

  /** All lines there are now, with what is being said and what runs at their end. */
  rows({ records, live }: Pick<Window, "records" | "live">, frame: Frame, now: number): string[] {
    const lastSeq = seqOf(records.at(-1));
    const follows = lastSeq >= this.#lastSeq && seqOf(records[0]) <= this.#lastSeq + 1;
    if (frame.width !== this.#width || (this.#hasBegun && !follows)) this.#forget(frame.width);
    for (const record of records.slice(firstAfter(records, this.#lastSeq))) this.#take(record, frame);
    if (this.#lines.length > maxLines) this.#lines.splice(0, this.#lines.length - maxLines);
    let state = this.#state;
    const said: string[] = [];
    for (const event of live) {
      const next = step(state, event as AgentEvent, frame);
      state = next.state;
      said.push(...next.lines);
    }
    const running = state.calls.flatMap((call) => runningLines(call, "…", now, state.cwd, frame));
    return [...this.#lines, ...said, ...openText(state, frame), ...running];
  }

  #take(record: SessionEvent, frame: Frame): void {
    // A kind of a newer version falls through every case and is named by the last one.
    const { state, lines } = step(this.#state, record as AgentEvent, frame);
    this.#state = state;
    for (const line of lines) this.#lines.push(line);
    this.#lastSeq = seqOf(record);
    this.#hasBegun = true;
  }

  #forget(width: number): void {
    this.#state = emptyTranscript;
    this.#lines = [];
    this.#width = width;
    this.#lastSeq = 0;
    this.#hasBegun = false;
  }
}

/** Found from the end: few are new. */
function firstAfter(records: readonly SessionEvent[], seq: number): number {
  let at = records.length;
  while (at > 0 && seqOf(records[at - 1]) > seq) at--;
  return at;
}

function seqOf(record: SessionEvent | undefined): number {
  return (record as { readonly seq?: number } | undefined)?.seq ?? 0;
}
